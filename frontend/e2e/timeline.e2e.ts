import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

interface Dated {
  startDate: string | null;
  dueDay: string | null;
}

const DAY_WIDTH = 16;
const day = (offset: number): string => {
  const at = new Date();
  at.setHours(12);
  at.setDate(at.getDate() + offset);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

test.describe('the timeline', () => {
  let mara: Person;
  let context: BrowserContext;
  let errors: string[];
  let projectId: string;
  let paint: string;
  let sail: string;

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    mara = await newPerson(baseURL, 'Mara');
    ({ id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' }));
    const task = { projectId, priority: 'LOW' };
    ({ id: paint } = await mara.call<Named>('POST', '/tasks', {
      ...task,
      title: 'Paint',
      startDate: day(1),
      dueDay: day(4),
    }));
    ({ id: sail } = await mara.call<Named>('POST', '/tasks', { ...task, title: 'Sail', dueDay: day(8) }));
    await mara.call('POST', '/tasks', { ...task, title: 'Begun', startDate: day(2) });
    await mara.call('POST', '/tasks', { ...task, title: 'Undated' });
    await mara.call('POST', `/tasks/${paint}/relations`, { otherId: sail, kind: 'BLOCKS' });
    context = await browserOf(browser, baseURL, mara);
    errors = collectConsoleErrors(context);
  });
  test.afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });

  const bar = (page: Page, id: string): Locator => page.locator(`[data-bar="${id}"]`);
  const read = (id: string): Promise<Dated> => mara.call<Dated>('GET', `/tasks/${id}`);
  const drag = async (page: Page, on: Locator, days: number, at: 'left' | 'middle' | 'right'): Promise<void> => {
    const box = await on.boundingBox();
    if (!box) throw new Error('the bar is not shown');
    const x = at === 'left' ? box.x + 2 : at === 'right' ? box.x + box.width - 2 : box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (days * DAY_WIDTH) / 2, y, { steps: 3 });
    await page.mouse.move(x + days * DAY_WIDTH, y, { steps: 3 });
    await page.mouse.up();
  };

  test('shows dates as bars that are dragged, stretched and undone, and what blocks them', async () => {
    const page = await openLive(context, '/timeline');
    const list = page.getByRole('list', { name: 'Tasks with dates' });
    await expect(list.getByRole('link')).toHaveText(['Paint', 'Begun', 'Sail']);
    await expect(page.locator('[data-link]')).toHaveCount(1);
    // Lines and bars scroll below the names, and are not visible between them.
    const heights = await list
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.map((row) => [row, row.firstElementChild].map((it) => it?.getBoundingClientRect().height)),
      );
    for (const [row, name] of heights) expect(name).toBe(row);
    // The place of a row in the whole list, of which only the part in view is in the document.
    await expect(list.getByRole('listitem').nth(1)).toHaveAttribute('aria-posinset', '2');
    await expect(list.getByRole('listitem').nth(1)).toHaveAttribute('aria-setsize', '3');
    await drag(page, bar(page, paint), 2, 'middle');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(3), dueDay: day(6) });
    await drag(page, bar(page, paint), -1, 'right');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(3), dueDay: day(5) });
    await drag(page, bar(page, paint), -2, 'left');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(1), dueDay: day(5) });
    // A drag opens nothing, and Escape puts the bar back.
    await expect(page).not.toHaveURL(/task=/);
    const box = await bar(page, paint).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 8, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(3), dueDay: day(5) });
    await bar(page, sail).click();
    await expect(page.getByRole('dialog', { name: 'Sail' })).toBeVisible();
  });

  test('is used by keys alone, and keeps its filters, its scale and its days in the address', async () => {
    const page = await openLive(context, '/timeline');
    const link = (name: string): Locator => page.getByRole('link', { name: new RegExp(`^${name}`) });
    await link('Paint').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(2), dueDay: day(5) });
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(2), dueDay: day(6) });
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(1), dueDay: day(6) });
    await expect(page.getByRole('status').filter({ hasText: 'Paint is from' })).toHaveCount(1);
    await page.keyboard.press('End');
    await expect(link('Sail')).toBeFocused();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect.poll(() => read(sail)).toMatchObject({ startDate: day(7), dueDay: day(8) });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Sail' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Month' }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page).toHaveURL(/scale=month.*start=|start=.*scale=month/);
    // The window is no filter.
    await expect(page.locator('.btn-filter[data-on]')).toHaveCount(0);
    await expect(page).not.toHaveURL(/[?&](?:from|to)=/);
    await page.keyboard.press('t');
    await expect(page).not.toHaveURL(/start=/);
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('pai');
    await expect(page.getByRole('list', { name: 'Tasks with dates' }).getByRole('link')).toHaveText(['Paint']);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Hull');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/timeline\?.*saved=/);
  });

  test(
    'is moved by a finger that holds a bar, and scrolled by one that does not',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
      const own = await browserOf(browser, baseURL ?? '', mara, phone);
      const page = await openLive(own, '/timeline');
      const session = await own.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      const box = await bar(page, paint).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
      const scrolled = (): Promise<number> => page.locator('[data-timeline]').evaluate((element) => element.scrollLeft);
      const before = await scrolled();
      await touch('touchStart', x, y);
      // By the page's own clock, after the time after which a touch lifts a bar.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
      for (let step = 1; step <= 4; step += 1) await touch('touchMove', x + (step * DAY_WIDTH) / 2, y);
      await touch('touchEnd');
      await expect.poll(() => read(paint)).toMatchObject({ startDate: day(3), dueDay: day(6) });
      expect(await scrolled()).toBe(before);
      await touch('touchStart', x + 60, y);
      for (let step = 1; step <= 6; step += 1) await touch('touchMove', x + 60 - step * 15, y);
      await touch('touchEnd');
      await expect.poll(scrolled).toBeGreaterThan(before);
      expect(await read(paint)).toMatchObject({ startDate: day(3), dueDay: day(6) });
      await own.close();
    },
  );

  test('runs from left to right where lines are written the other way', { tag: '@full' }, async () => {
    await context.addInitScript(() => localStorage.setItem('language', 'ar-XB'));
    const page = await openLive(context, '/timeline');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(bar(page, paint)).toBeInViewport();
    await drag(page, bar(page, paint), 2, 'middle');
    await expect.poll(() => read(paint)).toMatchObject({ startDate: day(3), dueDay: day(6) });
  });

  test('renders only what is in view of 2,000 tasks', { tag: '@full' }, async () => {
    test.slow();
    for (let from = 0; from < 2_000; from += 200) {
      await mara.call('POST', '/tasks/bulk', {
        projectId,
        tasks: Array.from({ length: 200 }, (_, n) => ({
          title: `Task ${from + n}`,
          priority: 'LOW',
          startDate: day(from / 100),
          dueDay: day(from / 100 + 3),
        })),
      });
    }
    const page = await openLive(context, '/timeline');
    const rows = page.getByRole('list', { name: 'Tasks with dates' }).getByRole('listitem');
    await expect(page.getByRole('link', { name: 'Task 0', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Task 0', exact: true }).focus();
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(page.getByRole('link', { name: /^Task 1[89]\d\d/ }).last()).toBeFocused({ timeout: 500 });
    }).toPass();
    expect(await rows.count()).toBeLessThan(80);
    // A phone says in full that there are more.
    await page.setViewportSize({ width: 360, height: 780 });
    const words = page.getByText('Only the first 2,000 tasks are shown. Filter to see others.');
    await expect(words).toBeVisible();
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});
