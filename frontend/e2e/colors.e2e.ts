import { expect, test } from '@playwright/test';
import { twoFrames } from './focus.ts';
import { openContext, newWorld, openScreen, type World } from './screens.ts';

const DEEP = process.env.TEST_DEPTH === 'full';

/** The contrast between a text and its background, by WCAG. */
const CONTRAST = (element: Element): number => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour: string): number => {
    if (!context) return 0;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const label = element.closest('label') ?? element;
  const ground = light(getComputedStyle(label).backgroundColor);
  const inks = [label, ...label.querySelectorAll('span, svg')].map((part) => light(getComputedStyle(part).color));
  return Math.min(...inks.map((ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)));
};

/** The background of an element as red, green and blue, whatever the notation of its color. */
const GROUND = (element: Element): string => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return '';
  context.fillStyle = getComputedStyle(element).backgroundColor;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
};

test.describe('with the color scheme of the system', () => {
  let world: World;
  test.beforeAll(async ({ baseURL }) => {
    world = await newWorld(baseURL ?? '');
  });

  for (const theme of DEEP ? (['light', 'dark'] as const) : (['dark'] as const)) {
    test(
      `what is chosen can be read, and one sees where one is, ${theme}`,
      { tag: '@full' },
      async ({ browser, baseURL }) => {
        const context = await openContext(browser, baseURL ?? '', { theme, width: 1400 }, world.person);
        const page = await context.newPage();
        await page.emulateMedia({ forcedColors: 'active', colorScheme: theme });

        await openScreen(page, `/tasks?task=${world.taskId}`);
        for (const name of ['List', 'All']) {
          const chosen = page.getByRole('radio', { name, exact: true });
          await expect(chosen).toBeChecked();
          expect(await chosen.evaluate(CONTRAST), name).toBeGreaterThan(4.5);
        }
        // The current place has a mark of another color than the background; the other places have none.
        const mark = (name: string) =>
          page
            .getByRole('navigation', { name: 'Main' })
            .getByRole('link', { name, exact: true })
            .evaluate((link) => getComputedStyle(link, '::after').backgroundColor);
        const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(await mark('Tasks')).not.toBe(await mark('Board'));
        expect([canvas, 'rgba(0, 0, 0, 0)']).not.toContain(await mark('Tasks'));
        const edge = (element: Element): string => getComputedStyle(element).borderLeftWidth;
        expect(await page.getByRole('dialog', { name: 'Choose the date' }).evaluate(edge)).not.toBe('0px');

        await openScreen(page, '/tasks');
        await page.getByRole('checkbox', { name: 'Select Choose the date' }).click();
        expect(await page.getByRole('group', { name: /selected$/ }).evaluate(edge)).not.toBe('0px');

        await openScreen(page, '/analytics');
        const bars = page.locator('.meter-fill');
        await expect(bars.first()).toBeVisible();
        const grounds = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor));
        expect(grounds).not.toContain(canvas);

        await openScreen(page, '/timeline');
        const span = page.locator('[data-bar]').first();
        await expect(span).toBeVisible();
        expect(await span.evaluate(GROUND)).not.toBe(await page.locator('body').evaluate(GROUND));

        await openScreen(page, '/settings');
        const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]');
        const other = page.getByRole('navigation', { name: 'Settings' }).locator('a:not([aria-current])').first();
        const ground = (element: Element): string => getComputedStyle(element).backgroundColor;
        expect(await current.evaluate(ground)).not.toBe(await other.evaluate(ground));
        expect(await current.evaluate(CONTRAST)).toBeGreaterThan(4.5);

        await page.getByRole('button', { name: 'New token' }).click();
        const some = page.getByRole('dialog').getByRole('radio', { name: 'Selected projects' });
        await some.check();
        // The colors of a choice change within a moment.
        await expect.poll(() => some.evaluate(CONTRAST)).toBeGreaterThan(4.5);

        await openScreen(page, `/projects/${world.projectId}`);
        await page.getByRole('button', { name: 'Project actions' }).click();
        await page.getByRole('menuitem', { name: 'Edit project' }).click();
        const swatches = page.getByRole('radiogroup', { name: 'Color' }).locator('input + span');
        await expect(swatches.first()).toBeVisible();
        const seen = await Promise.all((await swatches.all()).map((swatch) => swatch.evaluate(GROUND)));
        expect(new Set(seen).size).toBe(seen.length);

        // One sees whose tasks a board is limited to.
        await openScreen(page, '/board');
        const faces = page.getByRole('group', { name: 'Assigned to' }).locator('[aria-pressed]');
        await faces.first().click();
        await expect(faces.first()).toHaveAttribute('aria-pressed', 'true');
        await expect(faces.first()).toHaveCSS('outline-style', 'solid');
        await expect(faces.nth(1)).toHaveCSS('outline-style', 'none');

        // The letters that match are as visible as the others.
        await openScreen(page, '/dashboard');
        // The keys come after the page.
        await expect(async () => {
          await page.keyboard.press('Control+k');
          await expect(page.getByRole('combobox', { name: 'Search or jump to…' })).toBeFocused({ timeout: 5_000 });
        }).toPass();
        await page.keyboard.type('Choose');
        const found = page.getByRole('option', { name: /Choose the date/ });
        const ink = (element: Element): string => getComputedStyle(element).color;
        expect(await found.getByText('Choose', { exact: true }).evaluate(ink)).toBe(await found.evaluate(ink));
        await context.close();
      },
    );
  }
});

test('a change of the theme happens at once, without intermediate colors', async ({ browser, baseURL }) => {
  const world = await newWorld(baseURL ?? '');
  const context = await openContext(browser, baseURL ?? '', { theme: 'light', width: 1400 }, world.person);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openScreen(page, '/tasks');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.addEventListener('transitionrun', ({ propertyName }) => {
      if (/color|background/u.test(propertyName)) seen.push(propertyName);
    });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length);
  // When nothing covers it, hovering does start a transition.
  await page.getByRole('button', { name: 'New Task', exact: true }).hover();
  await expect.poll(seen).toBeGreaterThan(0);
  await page.mouse.move(700, 500);
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
  const before = await seen();
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await twoFrames(page);
  expect(await seen()).toBe(before);
  await context.close();
});
