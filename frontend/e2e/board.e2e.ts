import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { waitForDragCode, focusOn } from './focus.ts';
import { holdRequests } from './holdRequests.ts';
import { addTasks, newBrowser, newPerson, type Person } from './people.ts';

interface Named {
  id: string;
  title: string;
}

/** Three pages of a column, or six. */
const CARDS = process.env.TEST_DEPTH === 'full' ? 300 : 150;
/** The maximum number of cards of a column in the document, for any number of tasks. */
const MOUNTED_MAX = 60;

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).locator('[data-task-link]');
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const list = (page: Page, status: string) => page.locator(`[data-column-list="${status}"]`);
const scrollTop = (page: Page, status: string) => list(page, status).evaluate((element) => element.scrollTop);

const boxOf = async (page: Page, title: string) => {
  const box = await page.locator('[data-card]', { has: card(page, title) }).boundingBox();
  if (!box) throw new Error(`${title} is not on the screen`);
  return box;
};

/** A person with a project of many cards in To Do and two in In Progress. */
const withManyCards = async (baseURL = ''): Promise<{ mara: Person; projectId: string }> => {
  const mara = await newPerson(baseURL, 'Mara');
  const project = await mara.call<Named>('POST', '/projects', { name: 'Warehouse' });
  const cards = Array.from({ length: CARDS }, (_, at) => ({ title: `Card ${at + 1}` }));
  await addTasks(mara, project.id, [
    ...cards,
    ...['Loose', 'Steady'].map((title) => ({ title, status: 'IN_PROGRESS' })),
  ]);
  return { mara, projectId: project.id };
};

/** The column's first hundred titles as the server has them. */
const orderOf = async ({ call }: Person, status: string): Promise<string[]> =>
  (await call<Named[]>('GET', `/tasks?status=${status}&orderBy=RANK_ASC`)).map(({ title }) => title);

const openBoard = async (
  browser: Browser,
  person: Person,
  options: BrowserContextOptions,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> => {
  const context = await newBrowser(browser, options);
  await prepare?.(context);
  await context.addInitScript((token) => localStorage.setItem('token', token), person.token);
  const page = await context.newPage();
  await page.goto('/board');
  await expect(titles(page, 'To Do').first()).toBeVisible();
  return page;
};

const WIDE = { viewport: { width: 1400, height: 900 } };
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

test.describe('a column of many cards', () => {
  let mara: Person;
  let projectId: string;
  let page: Page;

  test.beforeAll(async ({ baseURL }) => {
    ({ mara, projectId } = await withManyCards(baseURL));
  });
  test.beforeEach(async ({ browser }) => {
    page = await openBoard(browser, mara, WIDE);
  });
  test.afterEach(() => page.context().close());

  test('is in the document only where it is seen, loads its pages while it is scrolled, and counts all', async () => {
    for (const path of ['/board', `/projects/${projectId}`]) {
      await page.goto(path);
      const cards = column(page, 'To Do').locator('[data-card]');
      await expect(cards.first()).toBeVisible();
      await expect(column(page, 'To Do').locator('[data-count]')).toHaveText(String(CARDS));
      expect(await cards.count()).toBeLessThanOrEqual(MOUNTED_MAX);
      await expect(async () => {
        await list(page, 'TODO').evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await expect(card(page, `Card ${CARDS}`)).toBeInViewport({ timeout: 200 });
      }).toPass();
      expect(await cards.count()).toBeLessThanOrEqual(MOUNTED_MAX);
      await expect(column(page, 'To Do').getByRole('listitem').last()).toHaveAttribute('aria-posinset', String(CARDS));
      await expect(column(page, 'To Do').locator('[data-count]')).toHaveText(String(CARDS));
    }
  });

  test('accepts a card at a scrolled position, and keeps it there', async () => {
    await list(page, 'TODO').evaluate((element) => element.scrollTo(0, 2_000));
    await expect(card(page, 'Card 25')).toBeInViewport();
    await waitForDragCode(page);
    const from = await boxOf(page, 'Loose');
    await page.mouse.move(from.x + 80, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + 34, { steps: 3 });
    const to = await boxOf(page, 'Card 25');
    await page.mouse.move(to.x + 80, to.y + 8, { steps: 10 });
    await page.mouse.up();
    await expect(page.getByText('Task moved successfully')).toBeVisible();
    await expect
      .poll(() => orderOf(mara, 'TODO').then((all) => all.slice(23, 26)))
      .toEqual(['Card 24', 'Loose', 'Card 25']);

    await page.reload();
    await expect(titles(page, 'To Do').first()).toBeVisible();
    await list(page, 'TODO').evaluate((element) => element.scrollTo(0, 2_000));
    const [above, moved, below] = [
      await boxOf(page, 'Card 24'),
      await boxOf(page, 'Loose'),
      await boxOf(page, 'Card 25'),
    ];
    expect(above.y < moved.y && moved.y < below.y).toBe(true);
  });

  test('scrolls under a card that is held at its edge, as far as it goes', { tag: '@full' }, async () => {
    await waitForDragCode(page);
    const from = await boxOf(page, 'Card 2');
    await page.mouse.move(from.x + 80, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + 60, { steps: 3 });
    await page.mouse.move(from.x + 90, 870, { steps: 5 });
    await expect.poll(() => scrollTop(page, 'TODO')).toBeGreaterThan(6_500);
    await page.mouse.move(from.x + 90, 450, { steps: 5 });
    // The card is still in its place, far above.
    await expect(
      page.locator('[data-card] article', { has: page.locator('[data-task-link]', { hasText: /^Card 2$/ }) }),
    ).toBeAttached();
    await page.mouse.up();
    await expect(page.getByText(/^Moved Card 2 to To Do, position \d+ of \d+$/)).toBeAttached();
    await expect.poll(() => orderOf(mara, 'TODO').then((all) => all.indexOf('Card 2'))).toBeGreaterThan(50);
    await expect(card(page, 'Card 2')).toBeInViewport();
    await expect(page.getByText('Task moved successfully')).toBeHidden();
  });

  test('is left and entered by keys, and each position is announced', { tag: '@full' }, async () => {
    await focusOn(card(page, 'Card 5'));
    await page.keyboard.down('Space');
    await expect(page.getByText('Picked up Card 5 from To Do')).toBeAttached();
    await page.keyboard.up('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(page.getByText(/^Card 5 over To Do, position 50 of \d+$/)).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/^Card 5 over In Progress, position \d of \d$/)).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByText('Moved Card 5 to In Review, position 1 of 1')).toBeAttached();
    await expect(titles(page, 'In Review')).toHaveText(['Card 5']);
    await expect(card(page, 'Card 5')).toBeFocused();
  });

  test('is navigated by J, K and the arrows, with the focus and the scroll position', async () => {
    await focusOn(card(page, 'Card 7'));
    for (let step = 0; step < 12; step += 1) await page.keyboard.press(step % 2 ? 'j' : 'ArrowDown');
    await expect(card(page, 'Card 19')).toBeFocused();
    await expect(card(page, 'Card 19')).toBeInViewport();
    await page.keyboard.press('k');
    await expect(card(page, 'Card 18')).toBeFocused();
    await page.mouse.move(200, 500);
    await page.mouse.wheel(0, 4_000);
    // A wheel that still turns scrolls on, whatever has the focus.
    await list(page, 'TODO').evaluate(async (element) => {
      for (let [still, last] = [0, -1]; still < 10 || last < 3_000; last = element.scrollTop) {
        await new Promise(requestAnimationFrame);
        still = element.scrollTop === last ? still + 1 : 0;
      }
    });
    await expect(card(page, 'Card 18')).not.toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expect(card(page, 'Card 17')).toBeFocused();
    await expect(card(page, 'Card 17')).toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await expect(column(page, 'In Progress').locator('[data-task-link]:focus')).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]task=/);
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('follows the focus at once when a card above has just gone', { tag: '@full' }, async () => {
    await focusOn(card(page, 'Card 7'));
    await list(page, 'TODO').evaluate((element) => element.scrollTo({ top: 3_000 }));
    await expect(card(page, 'Card 7')).not.toBeInViewport();
    const count = column(page, 'To Do').locator('[data-count]');
    const before = await count.getAttribute('data-count');
    // Presses the key at the moment at which the list corrects its position. The listener is added before the card is
    // deleted.
    const watch = await count.evaluateHandle((element) => ({
      pressed: new Promise<void>((resolve) => {
        new MutationObserver(() =>
          requestAnimationFrame(() => {
            const key = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
            document.activeElement?.dispatchEvent(key);
            resolve();
          }),
        ).observe(element, { attributes: true });
      }),
    }));
    const [first] = await mara.call<Named[]>('GET', '/tasks?status=TODO&orderBy=RANK_ASC');
    await mara.call('DELETE', `/tasks/${first?.id ?? ''}`);
    await watch.evaluate(({ pressed }) => pressed);
    await expect(count).not.toHaveAttribute('data-count', before ?? '');
    await expect(card(page, 'Card 6')).toBeFocused();
    // as long as the list measures the rows that came into view
    await page.waitForTimeout(400);
    await expect(card(page, 'Card 6')).toBeInViewport();
  });
});

test('a card that is empty for a moment does not hide the next one', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const project = await mara.call<Named>('POST', '/projects', { name: 'Warehouse' });
  const add = (title: string) =>
    mara.call<Named>('POST', '/tasks', { projectId: project.id, title, priority: 'MEDIUM', tags: [] });
  const first = await add('First');
  await add('Second');
  const page = await openBoard(browser, mara, WIDE);
  // The state after a task was removed and before its list is rendered again.
  const empty = page.locator(`[data-card="${first.id}"]`);
  await empty.evaluate((element) => (element.style.display = 'none'));
  await expect(empty.locator('..')).toHaveCSS('height', '1px');
  await page.waitForTimeout(100);
  await mara.call('DELETE', `/tasks/${first.id}`);
  await expect(titles(page, 'To Do')).toHaveText(['Second']);
  await page.context().close();
});

test('a card that is pressed before its code is loaded stays visible, and is lifted once', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const project = await mara.call<Named>('POST', '/projects', { name: 'Warehouse' });
  await addTasks(
    mara,
    project.id,
    Array.from({ length: 12 }, (_, n) => ({ title: `Card ${n + 1}` })),
  );
  let bringLayer = (): void => undefined;
  let bringCommands = (): void => undefined;
  const page = await openBoard(browser, mara, WIDE, async (context) => {
    bringLayer = await holdRequests(context, /\/assets\/boardParts-.*js/);
    bringCommands = await holdRequests(context, /\/assets\/Background-.*js/);
  });
  await focusOn(card(page, 'Card 2'));
  await page.keyboard.down('Space');
  // like the repeats of a key that is held
  await page.keyboard.down('Space');
  bringLayer();
  await expect(page.getByText('Picked up Card 2 from To Do')).toBeAttached();
  expect(await scrollTop(page, 'TODO')).toBe(0);
  await page.keyboard.up('Space');
  // the script that keeps early keys for the commands has kept none of them
  const came = page.waitForResponse(/\/assets\/Background-/);
  bringCommands();
  await (await came).finished();
  await page.keyboard.press('End');
  await expect(page.getByText('Card 2 over To Do, position 12 of 12')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Moved Card 2 to To Do, position 12 of 12')).toBeAttached();
  await page.context().close();
});

test.describe('on a phone', () => {
  let mara: Person;
  let page: Page;

  test.beforeEach(async ({ browser, baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    const project = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' });
    for (const title of ['One', 'Two', 'Three']) {
      await mara.call('POST', '/tasks', { projectId: project.id, title, priority: 'MEDIUM', tags: [] });
    }
    page = await openBoard(browser, mara, PHONE);
  });
  test.afterEach(() => page.context().close());

  test('a finger takes a card to a column that is not on the screen', async () => {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const { x, y } = await boxOf(page, 'Two');
    await touch('touchStart', x + 100, y + 40);
    await expect(page.getByText('Picked up Two from To Do, position 2 of 3')).toBeAttached();
    for (let at = x + 100; at < 350; at += 25) await touch('touchMove', at, y + 40);
    await touch('touchMove', 350, y + 40);
    await expect(page.getByText('Two over Done, position 1 of 1')).toBeAttached();
    // the columns go on scrolling to their end, where all of the last one is on the screen
    await expect
      .poll(async () => {
        const box = await column(page, 'Done').boundingBox();
        return box && box.x + box.width <= 360;
      })
      .toBe(true);
    // The finger stays at the edge of the screen, which by now is next to the last column.
    await expect(page.getByText('Two over Done, position 1 of 1')).toBeAttached();
    await touch('touchEnd');
    await expect(page.getByText('Task moved successfully')).toBeVisible();
    await expect(titles(page, 'Done')).toHaveText(['Two']);
    await expect.poll(() => orderOf(mara, 'TODO')).toEqual(['One', 'Three']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('a card moves from its menu, whose button is large enough for a finger', async () => {
    const button = page.getByRole('button', { name: 'Move One' });
    const { height } = await boxOf(page, 'One');
    const target = await button.evaluate((element) => {
      const { width, height: tall } = getComputedStyle(element, '::before');
      return [parseFloat(width), parseFloat(tall)];
    });
    expect(Math.min(...target)).toBeGreaterThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
    await button.tap();
    await page.getByRole('menuitem', { name: 'Move to bottom' }).tap();
    await expect(titles(page, 'To Do')).toHaveText(['Two', 'Three', 'One']);
    await button.tap();
    await page.getByRole('menuitem', { name: 'Move to top' }).tap();
    await expect(titles(page, 'To Do')).toHaveText(['One', 'Two', 'Three']);
    await button.tap();
    await page.getByRole('menuitem', { name: 'In Review' }).tap();
    await expect(page.getByText('Task moved successfully')).toBeVisible();
    await expect(titles(page, 'In Review')).toHaveText(['One']);
    await expect.poll(() => orderOf(mara, 'IN_REVIEW')).toEqual(['One']);
  });
});
