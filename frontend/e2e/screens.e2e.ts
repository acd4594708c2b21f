import { expect, test } from '@playwright/test';
import { faults } from './accessibility.ts';
import { contextOf, newWorld, openScreen, screensOf, twoAtATime, type World } from './screens.ts';

/** The most that a screen may move while it loads. */
const MOST_SHIFT = 0.05;

test.describe('every screen', () => {
  let world: World;
  test.beforeAll(async ({ baseURL }) => {
    world = await newWorld(baseURL ?? '');
  });

  test('fits into 320 pixels: nothing scrolls sideways; and is accessible there in the dark', async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const form = { theme: 'dark', width: 320 } as const;
    const insider = await contextOf(browser, baseURL ?? '', form, world.person);
    const visitor = await contextOf(browser, baseURL ?? '', form, null);
    await twoAtATime(screensOf(world), async ({ name, path, isInside }, tabIn) => {
      const page = await tabIn(isInside ? insider : visitor);
      await openScreen(page, path);
      const tooWide = await page.evaluate(() => {
        const scrolling = document.scrollingElement;
        if (scrolling && scrolling.scrollWidth > innerWidth) return ['the page'];
        // The sheet scrolls instead of the page: what stands out of it to the right could be scrolled to.
        const sheets = [...document.querySelectorAll('main > div')];
        return sheets
          .filter((sheet) => sheet.scrollWidth > sheet.clientWidth && getComputedStyle(sheet).overflowX !== 'visible')
          .flatMap((sheet) =>
            [...sheet.querySelectorAll('*')]
              .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
              .map((element) => element.outerHTML.slice(0, 120)),
          );
      });
      expect.soft(tooWide, name).toEqual([]);
      await expect(page.locator('html')).toHaveAttribute('data-theme', form.theme);
      expect.soft(await faults(page), name).toEqual([]);
    });
    await insider.close();
    await visitor.close();
  });

  test('stands still while it loads, and is accessible', async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const form = { theme: 'light', width: 1400 } as const;
    const insider = await contextOf(browser, baseURL ?? '', form, world.person);
    const visitor = await contextOf(browser, baseURL ?? '', form, null);
    for (const context of [insider, visitor]) {
      await context.addInitScript(() => {
        const moves: { value: number; what: string }[] = [];
        Object.assign(globalThis, { moves });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources?: { node?: Element | null }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            const what = entry.sources?.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? '').join(' | ') ?? '';
            moves.push({ value: entry.value, what });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
    }
    await twoAtATime(screensOf(world), async ({ name, path, isInside }, tabIn) => {
      const page = await tabIn(isInside ? insider : visitor);
      await openScreen(page, path);
      const moves = await page.evaluate(
        () => (globalThis as unknown as { moves: { value: number; what: string }[] }).moves,
      );
      const sum = moves.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${name}: ${moves.map(({ what }) => what).join('\n')}`).toBeLessThan(MOST_SHIFT);
      await expect(page.locator('html')).toHaveAttribute('data-theme', form.theme);
      expect.soft(await faults(page), name).toEqual([]);
    });
    await insider.close();
    await visitor.close();
  });
});
