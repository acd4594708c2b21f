import { expect, test } from '@playwright/test';
import { faults, standsStill } from './accessibility.ts';
import {
  contextOf,
  findEnglish,
  findTooWide,
  newWorld,
  openScreen,
  screensOf,
  twoAtATime,
  wordsOf,
} from './screens.ts';

/** The most that a screen may move while it loads. */
const MOST_SHIFT = 0.05;

/** A name contains the words that one sees. This language lengthens both differently. */
const IN_ENGLISH = ['label-content-name-mismatch'];

// In a language whose words are 40 % longer and have accents, so that words that are in no catalogue show.
test('every screen stands still while it loads, fits into 320 pixels, is accessible in both themes, and has only translated words', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const world = await newWorld(baseURL ?? '');
  const form = { theme: 'light', width: 1400 } as const;
  const insider = await contextOf(browser, baseURL ?? '', form, world.person);
  const visitor = await contextOf(browser, baseURL ?? '', form, null);
  const data = await wordsOf(world);
  for (const context of [insider, visitor]) {
    await context.addInitScript(() => {
      localStorage.setItem('language', 'en-XA');
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
    await page.setViewportSize({ width: 1400, height: 900 });
    await openScreen(page, path);
    const moves = await page.evaluate(
      () => (globalThis as unknown as { moves: { value: number; what: string }[] }).moves,
    );
    const sum = moves.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${name}: ${moves.map(({ what }) => what).join('\n')}`).toBeLessThan(MOST_SHIFT);
    await expect(page.locator('html')).toHaveAttribute('data-theme', form.theme);
    // Other tests use the same server, so its people can be newer than what was read before.
    const isClean = (await findEnglish(page, data)).length === 0;
    if (!isClean) expect.soft(await findEnglish(page, await wordsOf(world)), name).toEqual([]);
    // The colors of both themes are measured by colors.e2e.ts.
    if (process.env.TEST_DEPTH === 'full') expect.soft(await faults(page, IN_ENGLISH), name).toEqual([]);

    // The same page, because opening it again costs more than both looks. TEST_DEPTH=full opens it in this form (axe.e2e.ts).
    await page.setViewportSize({ width: 320, height: 780 });
    await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    await standsStill(page);
    expect.soft(await findTooWide(page), name).toEqual([]);
    expect.soft(await faults(page), `${name}, dark, 320 px`).toEqual([]);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await standsStill(page);
    expect.soft(await findTooWide(page), `${name}, from right to left`).toEqual([]);
  });
  await insider.close();
  await visitor.close();
});
