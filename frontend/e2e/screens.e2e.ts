import { expect, test } from '@playwright/test';
import { findViolations, waitUntilStable } from './accessibility.ts';
import {
  openContext,
  findEnglish,
  findHorizontalScroll,
  newWorld,
  openScreen,
  listScreens,
  forEachTwoAtATime,
  wordsOf,
} from './screens.ts';

/** The maximum layout shift of a screen while it loads. */
const MOST_SHIFT = 0.05;

/** The rule that a name contains the visible label. The test language lengthens the two differently. */
const IN_ENGLISH = ['label-content-name-mismatch'];

// Uses a language whose texts are 40 % longer and have accents, which shows texts that are in no catalogue.
test('every screen stands still while it loads, fits into 320 pixels, is accessible in both themes, and has only translated words', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const world = await newWorld(baseURL ?? '');
  const form = { theme: 'light', width: 1400 } as const;
  const insider = await openContext(browser, baseURL ?? '', form, world.person);
  const visitor = await openContext(browser, baseURL ?? '', form, null);
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
  await forEachTwoAtATime(listScreens(world), async ({ name, path, isInside }, tabIn) => {
    const page = await tabIn(isInside ? insider : visitor);
    await page.setViewportSize({ width: 1400, height: 900 });
    await openScreen(page, path);
    const moves = await page.evaluate(
      () => (globalThis as unknown as { moves: { value: number; what: string }[] }).moves,
    );
    const sum = moves.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${name}: ${moves.map(({ what }) => what).join('\n')}`).toBeLessThan(MOST_SHIFT);
    await expect(page.locator('html')).toHaveAttribute('data-theme', form.theme);
    // Other tests use the same server, so there can be people who registered after the list was read.
    const isClean = (await findEnglish(page, data)).length === 0;
    if (!isClean) expect.soft(await findEnglish(page, await wordsOf(world)), name).toEqual([]);
    // The colors of both themes are measured by colors.e2e.ts.
    if (process.env.TEST_DEPTH === 'full') expect.soft(await findViolations(page, IN_ENGLISH), name).toEqual([]);

    // Uses the same page, because opening it again takes longer than both checks. With TEST_DEPTH=full, axe.e2e.ts
    // opens it in this form.
    await page.setViewportSize({ width: 320, height: 780 });
    await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    await waitUntilStable(page);
    expect.soft(await findHorizontalScroll(page), name).toEqual([]);
    expect.soft(await findViolations(page), `${name}, dark, 320 px`).toEqual([]);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await waitUntilStable(page);
    expect.soft(await findHorizontalScroll(page), `${name}, from right to left`).toEqual([]);
  });
  await insider.close();
  await visitor.close();
});
