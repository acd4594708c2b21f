import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { focusOn } from './focus.ts';
import { addTasks, browserOf, historySettled, newPerson, newTeam, openLive, type Person } from './people.ts';

interface Task {
  id: string;
  title: string;
  dueDate: string | null;
  dueDay: string | null;
}

const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);
const stop = (page: Page, day: string) => page.locator(`[data-day-stop="${day}"]`);
const chip = (within: Page | Locator, title: string) => within.getByRole('link', { name: title, exact: true });
const tray = (page: Page) => page.getByRole('complementary', { name: 'No date' });
/** On the usual screen it is closed until it is asked for. */
const openTray = (page: Page) => page.getByRole('button', { name: /^No date/ }).click();

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, left: box.x, top: box.y };
};

/** Drags a task by the mouse and drops it on an element. */
async function drag(page: Page, title: string, to: Locator): Promise<void> {
  const from = await boxOf(chip(page, title));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 3 });
  const { x, y } = await boxOf(to);
  await page.mouse.move(x, y, { steps: 8 });
  await expect(page.getByText(new RegExp(`^${title} over `))).toBeAttached();
  await page.mouse.up();
}

/** Puts a finger on an element; returns a function that lifts it. */
async function finger(page: Page, on: Locator): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const { x, y } = await boxOf(on);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  return () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const dueOf = async ({ call }: Person, { id }: Task): Promise<string | null> =>
  (await call<Task>('GET', `/tasks/${id}`)).dueDate;

const dueDayOf = async ({ call }: Person, { id }: Task): Promise<string | null> =>
  (await call<Task>('GET', `/tasks/${id}`)).dueDay;

let baseURL = '';
test.beforeAll(({ baseURL: url }) => {
  baseURL = url ?? '';
});

test.describe('a month with few tasks', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  const add = (title: string, dueDate?: string) =>
    mara.call<Task>('POST', '/tasks', { projectId, title, priority: 'MEDIUM', ...(dueDate && { dueDate }) });

  test.beforeEach(async () => {
    ({ mara, wen, projectId } = await newTeam(baseURL));
  });

  test(
    'is planned by mouse, shows changes by others, and reverts refused moves',
    { tag: '@full' },
    async ({ browser }) => {
      const freight = await add('Book freight', '2027-03-10T17:30:00.000Z');
      const night = await add('Night shift', '2027-03-12T23:30:00.000Z');
      const someday = await add('Someday');
      const context = await browserOf(browser, baseURL, mara);
      const page = await openLive(context, '/calendar?month=2027-03');
      await expect(chip(cell(page, '2027-03-10'), 'Book freight')).toBeVisible();
      await expect(chip(cell(page, '2027-03-12'), 'Night shift')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);

      // the time of the day stays, and there is a way back
      await drag(page, 'Book freight', cell(page, '2027-03-18'));
      await expect(chip(cell(page, '2027-03-18'), 'Book freight')).toBeVisible();
      await expect(page.getByText('Moved to Thursday, March 18')).toBeVisible();
      expect(await dueOf(mara, freight)).toBe('2027-03-18T17:30:00.000Z');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(chip(cell(page, '2027-03-10'), 'Book freight')).toBeVisible();

      // the menu of every list
      await chip(cell(page, '2027-03-12'), 'Night shift').click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: 'Set due date' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();

      // a task without a date gets only the day, and the other way round
      await openTray(page);
      await drag(page, 'Someday', cell(page, '2027-03-25'));
      await expect(chip(cell(page, '2027-03-25'), 'Someday')).toBeVisible();
      await expect.poll(() => dueDayOf(mara, someday)).toBe('2027-03-25');
      await drag(page, 'Night shift', tray(page));
      await expect(chip(tray(page), 'Night shift')).toBeVisible();
      await expect.poll(() => dueOf(mara, night)).toBeNull();

      // live
      await wen.call('PUT', `/tasks/${freight.id}`, { dueDate: '2027-03-22T08:00:00.000Z' });
      await expect(chip(cell(page, '2027-03-22'), 'Book freight')).toBeVisible();
      await wen.call('PUT', `/tasks/${night.id}`, { dueDate: '2027-04-01T08:00:00.000Z', status: 'DONE' });
      await expect(chip(cell(page, '2027-04-01'), 'Night shift')).toBeVisible();
      await expect(chip(tray(page), 'Night shift')).toBeHidden();

      // refused
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('mutation UpdateTask')) return route.fallback();
        const errors = [{ message: 'No.', extensions: { code: 'VALIDATION_FAILED', fields: {} } }];
        await route.fulfill({ json: { data: null, errors } });
      });
      await drag(page, 'Someday', cell(page, '2027-03-03'));
      await expect(page.getByText(/^Failed to move task\. /)).toBeVisible();
      await expect(chip(cell(page, '2027-03-25'), 'Someday')).toBeVisible();
      await page.unroute('**/graphql');

      // filtered like a list, also by the address
      await page.getByRole('searchbox', { name: 'Search tasks' }).fill('freight');
      await expect(chip(page, 'Someday')).toBeHidden();
      await expect(page).toHaveURL('/calendar?month=2027-03&q=freight');

      // kept under a name, and found again
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: /^Save/ }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Freight days');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/calendar\?(?=.*saved=)(?=.*q=freight)/);
      await expect(page.getByRole('button', { name: /Freight days/ })).toBeVisible();
      expect(await mara.call('GET', '/views')).toMatchObject([{ name: 'Freight days', layout: 'CALENDAR' }]);
      await page.goto('/calendar?month=2027-03&q=freight');
      await expect(chip(cell(page, '2027-03-22'), 'Book freight')).toBeVisible();
      await page.getByRole('button', { name: 'Next month' }).click();
      await expect(page.getByText('No matching tasks')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(chip(cell(page, '2027-04-01'), 'Night shift')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'March 2027' })).toBeVisible();
      await context.close();
    },
  );

  test('is planned by keys, day by day, week by week, and from month to month', async ({ browser }) => {
    const freight = await add('Book freight', '2027-03-10T17:30:00.000Z');
    await add('Second', '2027-03-10T18:30:00.000Z');
    const someday = await add('Someday');
    const context = await browserOf(browser, baseURL, mara);
    const page = await openLive(context, '/calendar?month=2027-03');
    await focusOn(stop(page, '2027-03-01'));
    for (const [key, day] of [
      ['ArrowRight', '2027-03-02'],
      ['ArrowDown', '2027-03-09'],
      ['End', '2027-03-13'],
      ['Home', '2027-03-07'],
      ['PageDown', '2027-04-07'],
      ['PageUp', '2027-03-07'],
      ['ArrowUp', '2027-02-28'],
      ['ArrowUp', '2027-02-21'],
      ['ArrowDown', '2027-02-28'],
      ['PageDown', '2027-03-28'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(stop(page, day), key).toBeFocused();
    }
    await expect(page).toHaveURL('/calendar?month=2027-03');

    // a day as a list, and back
    await focusOn(stop(page, '2027-03-10'));
    await page.keyboard.press('Enter');
    const day = page.getByRole('dialog', { name: 'Wednesday, March 10' });
    await expect(chip(day, 'Book freight')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(chip(day, 'Second')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(day).toBeHidden();

    // by a day and by a week, with the focus
    await focusOn(chip(page, 'Book freight'));
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(chip(cell(page, '2027-03-18'), 'Book freight')).toBeFocused();
    await expect(page.getByText('Moved Book freight to Thursday, March 18')).toBeAttached();
    await expect.poll(() => dueOf(mara, freight)).toBe('2027-03-18T17:30:00.000Z');

    // lifted
    await page.keyboard.down('Space');
    await expect(page.getByText('Picked up Book freight from Thursday, March 18')).toBeAttached();
    await page.keyboard.up('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Book freight over Wednesday, March 10')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(chip(cell(page, '2027-03-10'), 'Book freight')).toBeFocused();
    await expect.poll(() => dueOf(mara, freight)).toBe('2027-03-10T17:30:00.000Z');

    // out of those without a date
    await openTray(page);
    await focusOn(chip(tray(page), 'Someday'));
    await page.keyboard.down('Space');
    await expect(page.getByText('Picked up Someday from No date')).toBeAttached();
    await page.keyboard.up('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(chip(cell(page, '2027-03-17'), 'Someday')).toBeFocused();
    await expect.poll(() => dueDayOf(mara, someday)).toBe('2027-03-17');

    // a day by itself is no draft
    const form = page.getByRole('dialog', { name: 'Create New Task' });
    const due = form.getByRole('textbox', { name: 'Due Date' });
    await focusOn(stop(page, '2027-03-24'));
    await page.keyboard.press('n');
    await expect(due).toHaveValue(/Mar 24/);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await historySettled(page);
    await page.getByRole('button', { name: 'New Task', exact: true }).click();
    await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await expect(due).toHaveValue('');
    await expect(form.getByText('Draft restored')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await historySettled(page);

    // a new task on the day
    await focusOn(stop(page, '2027-03-24'));
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toContainText('New Task');
    await page.getByRole('textbox', { name: 'Title' }).fill('Made here');
    await page.keyboard.press('Control+Enter');
    await expect(chip(cell(page, '2027-03-24'), 'Made here')).toBeVisible();
    await historySettled(page);

    // the week, each task with its time
    await page.getByRole('radio', { name: 'Week' }).click();
    await expect(page).toHaveURL('/calendar?week=2027-W09');
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect(page.getByRole('heading', { name: 'Mar 7 – 13, 2027' })).toBeVisible();
    await expect(cell(page, '2027-03-10')).toContainText('5:30 PM');
    await expect(page.getByRole('gridcell')).toHaveCount(7);
    expect(await findViolations(page)).toEqual([]);

    // today from anywhere, but G, T is the way to the tasks
    await page.keyboard.press('t');
    await expect(page.locator('[data-day-stop][aria-current="date"]')).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page).toHaveURL('/tasks');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible();
    await context.close();
  });

  test(
    'shows each reader their own days, and on a phone one below the other',
    { tag: '@full' },
    async ({ browser }) => {
      const night = await add('Night shift', '2027-03-12T23:30:00.000Z');
      const open = async (zone: string, viewport: { width: number; height: number }): Promise<Page> => {
        const context = await browserOf(browser, baseURL, mara, { timezoneId: zone, viewport, hasTouch: true });
        return openLive(context, '/calendar?month=2027-03');
      };
      const wide = { width: 1000, height: 800 };
      for (const [zone, day] of [
        ['America/Los_Angeles', '2027-03-12'],
        ['Pacific/Auckland', '2027-03-13'],
      ] as const) {
        const page = await open(zone, wide);
        await expect(chip(cell(page, day), 'Night shift')).toBeVisible();
        // A long press lifts the task, and opens no menu under the finger.
        const lift = await finger(page, chip(page, 'Night shift'));
        await expect(page.getByText(/^Picked up Night shift/)).toBeAttached();
        await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
        await lift();
        await expect(page.getByRole('menu')).toHaveCount(0);
        await page.context().close();
      }

      const page = await open('UTC', { width: 360, height: 780 });
      await expect(page.getByRole('region', { name: 'Friday, March 12' })).toContainText('Night shift');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.getByRole('button', { name: 'Monday, March 15, no tasks' }).tap();
      await expect(page.getByRole('region', { name: 'Monday, March 15' })).toContainText('No tasks on this day');
      await expect(chip(page, 'Night shift')).toBeHidden();
      await page.getByRole('button', { name: 'Friday, March 12, 1 task' }).tap();
      await page.getByRole('button', { name: 'Move Night shift to another day' }).tap();
      await page.getByRole('button', { name: 'March 31, 2027' }).tap();
      await expect(page.getByRole('region', { name: 'Wednesday, March 31' })).toContainText('Night shift');
      await expect.poll(() => dueOf(mara, night)).toBe('2027-03-31T23:30:00.000Z');
      expect(await findViolations(page)).toEqual([]);
      // In this list, a long press opens the menu.
      const lift = await finger(page, chip(page, 'Night shift'));
      await expect(page.getByRole('menuitem', { name: 'Set due date' })).toBeVisible();
      await lift();
      await expect(page.getByRole('menuitem', { name: 'Set due date' })).toBeVisible();
      await page.context().close();
    },
  );
  test(
    'a task is dragged by touch into another month, and phones have keys, too',
    { tag: '@full' },
    async ({ browser }) => {
      const late = await add('Late train', '2027-03-12T20:30:00.000Z');
      const context = await browserOf(browser, baseURL, mara, {
        viewport: { width: 1000, height: 800 },
        timezoneId: 'UTC',
        hasTouch: true,
      });
      const page = await openLive(context, '/calendar?month=2027-03');
      // A touch drag into the next month continues after the element on which it began has been removed with the last
      // month.
      const session = await page.context().newCDPSession(page);
      const touch = (type: string, { x, y }: { x: number; y: number }) =>
        session.send('Input.dispatchTouchEvent', {
          type: type as 'touchMove',
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      await touch('touchStart', await boxOf(chip(page, 'Late train')));
      await expect(page.getByText(/^Picked up Late train/)).toBeAttached();
      const way = await boxOf(page.getByRole('button', { name: 'Next month' }));
      await touch('touchMove', { x: way.x + 20, y: way.y + 60 });
      await touch('touchMove', way);
      await expect(page.getByRole('heading', { name: 'March 2027' })).toBeHidden();
      // Away from the edge, however far the calendar has moved by then.
      const middle = await boxOf(page.getByRole('grid'));
      await touch('touchMove', { x: middle.x + 3, y: middle.y });
      await touch('touchMove', middle);
      await expect(page.getByText(/^Late train over /)).toBeAttached();
      await touch('touchEnd', middle);
      await expect.poll(() => dueOf(mara, late)).toMatch(/^2027-(?:0[4-9]|1[0-2])-\d\dT20:30:00\.000Z$/);
      const day = (await dueOf(mara, late))?.slice(0, 10) ?? '';
      await expect(chip(cell(page, day), 'Late train')).toBeVisible();
      await mara.call('PUT', `/tasks/${late.id}`, { dueDate: '2027-05-12T20:30:00.000Z' });

      // On a phone its keys are N for a task of the day that is shown, and T for today.
      await page.setViewportSize({ width: 360, height: 780 });
      await page.goto('/calendar?month=2027-05');
      await page.getByRole('button', { name: 'Wednesday, May 12, 1 task' }).tap();
      await page.keyboard.press('n');
      const form = page.getByRole('dialog', { name: 'Create New Task' });
      await expect(form.getByRole('textbox', { name: 'Due Date' })).toHaveValue(/^May 12, 2027/);
      await form.getByRole('button', { name: 'Cancel' }).tap();
      await expect(form).toBeHidden();
      await historySettled(page);
      await page.keyboard.press('t');
      await expect(page.locator('button[aria-current="date"]')).toBeFocused();
      await context.close();
    },
  );
});

/** The numbers that the days say, together. */
const counted = (page: Page): Promise<number> =>
  page
    .locator('[data-day-stop]')
    .evaluateAll((days) =>
      days
        .map((day) => /, ([\d,]+) tasks?$/.exec(day.getAttribute('aria-label') ?? '')?.[1] ?? '0')
        .reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0),
    );

test(
  'a month of more tasks than are read counts each day exactly, and lists all of it',
  { tag: '@full' },
  async ({ browser }) => {
    const mara = await newPerson(baseURL, 'Mara');
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Warehouse' });
    const day = (at: number): string => `2027-03-${String(1 + (at % 31)).padStart(2, '0')}`;
    const tasks = Array.from({ length: 1_030 }, (_, at) => ({
      title: `Box ${at}`,
      dueDate: `${day(at)}T12:00:00.000Z`,
    }));
    const more = Array.from({ length: 120 }, (_, at) => ({ title: `Last ${at}`, dueDate: '2027-03-31T20:00:00.000Z' }));
    await addTasks(mara, id, [...tasks, ...more]);
    const context = await browserOf(browser, baseURL, mara);
    const page = await openLive(context, '/calendar?month=2027-03');
    await expect.poll(() => counted(page)).toBe(1_150);
    // only what has room is drawn
    expect(await page.locator('[data-chip]').count()).toBeLessThan(42 * 6);
    await cell(page, '2027-03-31')
      .getByRole('button', { name: /^\+\d+ more, Wednesday, March 31$/ })
      .click();
    const list = page.getByRole('dialog', { name: 'Wednesday, March 31' });
    await expect(list.getByRole('listitem').nth(99)).toBeAttached();
    await expect(async () => {
      await list.getByRole('list').evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(list.getByRole('link', { name: /^(Box|Last) / })).toHaveCount(153, { timeout: 500 });
    }).toPass();
    await list.getByRole('link', { name: 'View as list' }).click();
    await expect(page).toHaveURL('/tasks?from=2027-03-31&to=2027-03-31');
    await expect(page.getByText('Showing 153 of 1,150 tasks')).toBeVisible();
    await context.close();

    // On touch screens, too, every day shows tasks and not only their number.
    const tablet = await browserOf(browser, baseURL, mara, { viewport: { width: 768, height: 900 }, hasTouch: true });
    const touched = await openLive(tablet, '/calendar?month=2027-03');
    await expect(touched.locator('[data-day^="2027-03"]:has([data-chip])')).toHaveCount(31);
    await expect(
      cell(touched, '2027-03-31').getByRole('button', { name: '+152 more, Wednesday, March 31' }),
    ).toHaveText('+152 more');
    await tablet.close();
  },
);

const DEEP = process.env.TEST_DEPTH === 'full';

// In Cairo and Santiago, the clock skips midnight in spring.
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'Pacific/Auckland', 'America/Santiago'];
const MONTHS = ['2026-03', '2026-04', '2026-09', '2026-11'];
const ISO_WEEKS = ['2026-W13', '2026-W17', '2026-W36', '2026-W44'];

/**
 * The results of plain Node.js in each zone. A worker's zone cannot be changed, but a new process can have another one.
 */
const inZones = (zones: readonly string[], script: string): Record<string, unknown> => {
  const files = ['features/tasks/calendar/days.ts', 'lib/dates/day.ts'].map((file) =>
    JSON.stringify(pathToFileURL(path.join(import.meta.dirname, '../src', file)).href),
  );
  const code = `import { registerHooks } from 'node:module';
    // Imports of the app name no extension.
    registerHooks({
      resolve: (name, context, next) => next(/^\\..*\\/[^./]+$/.test(name) ? name + '.ts' : name, context),
    });
    const days = { ${files.map((file) => `...(await import(${file}))`).join(', ')} };
    const answers = {};
    for (const zone of ${JSON.stringify(zones)}) {
      process.env.TZ = zone;
      answers[zone] = (() => { ${script} })();
    }
    console.log(JSON.stringify(answers))`;
  const options = { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], options));
};

test('in six time zones each day follows the previous one, a task due at 23:30 is on its day, and weeks are the same', () => {
  const found = inZones(
    ZONES,
    `const wrong = [];
       for (let day = '2026-01-01'; day < '${DEEP ? '2028-01-01' : '2027-01-01'}'; day = days.addDays(day, 1)) {
         const next = days.addDays(day, 1);
         const [from, to] = [day, next].map((each) => days.startOfDay(each).toISOString());
         const hours = (Date.parse(to) - Date.parse(from)) / 3600000;
         const [year, month, date] = day.split('-').map(Number);
         const late = new Date(year, month - 1, date, 23, 30).toISOString();
         const before = new Date(Date.parse(from) - 1).toISOString();
         const isRight = days.dayOf(from) === day && days.dayOf(late) === day && from <= late && late < to &&
           days.dayOf(before) === days.addDays(day, -1) && hours >= 23 && hours <= 25 &&
           days.dayOf(days.withDay(late, next)) === next;
         if (!isRight) wrong.push(day);
       }
       return {
         offset: new Date(2026, 6, 1).getTimezoneOffset(),
         wrong,
         months: ${JSON.stringify(MONTHS)}.map((name) => days.daysOf({ kind: 'month', name }, 1)).map((all) => [all.at(0), all.at(-1)]),
         weeks: ${JSON.stringify(ISO_WEEKS)}.map((name) => days.daysOf({ kind: 'week', name }, 1)).map((all) => [all.at(0), all.at(-1)]),
       };`,
  );
  const here = {
    wrong: [],
    months: [
      ['2026-02-23', '2026-04-05'],
      ['2026-03-30', '2026-05-03'],
      ['2026-08-31', '2026-10-04'],
      ['2026-10-26', '2026-12-06'],
    ],
    weeks: [
      ['2026-03-23', '2026-03-29'],
      ['2026-04-20', '2026-04-26'],
      ['2026-08-31', '2026-09-06'],
      ['2026-10-26', '2026-11-01'],
    ],
  };
  const offsets = [0, 240, -330, -180, -720, 240];
  expect(found).toEqual(Object.fromEntries(ZONES.map((zone, at) => [zone, { ...here, offset: offsets[at] }])));
});
