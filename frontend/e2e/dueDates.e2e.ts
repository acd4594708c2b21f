import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { focusOn, waitForKeyCode } from './focus.ts';
import { addTasks, browserOf, historySettled, newPerson, openLive, type Person } from './people.ts';
import { forEachTwoAtATime } from './screens.ts';

interface Made {
  id: string;
}

const FAULT = 'Due date must be a day, like Nov 27 or 2026-11-27, with or without a time';
const DAY = 86_400_000;
/** The browser's clock is set to noon of the current day, so that no midnight falls between a word and its meaning. */
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0));
/** Six in the evening, so many days from now. */
const evening = (days: number): string => new Date(NOON.getTime() + days * DAY + 6 * 3_600_000).toISOString();
/** The next Monday that is not today. */
const MONDAY = evening((8 - NOON.getUTCDay()) % 7 || 7);
const words = (moment: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
    .format(new Date(moment))
    .replace('\u202f', ' ');

const dayWords = (moment: string): string => words(moment).replace(/, \d+:\d+ [AP]M$/, '');

const picker = (page: Page) => page.getByRole('dialog', { name: 'Due Date', exact: true });
const field = (page: Page) => picker(page).getByRole('textbox', { name: 'Date and time' });
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

/** A person with twelve tasks, of which the first three are due on a day of their own. */
const newcomer = async (baseURL: string): Promise<{ mara: Person; ids: string[] }> => {
  const mara = await newPerson(baseURL, 'Mara');
  const { id } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' });
  const tasks = Array.from({ length: 12 }, (_, n) => ({
    title: `Task ${String(n + 1).padStart(2, '0')}`,
    ...(n < 3 && { dueDate: evening(30 + n) }),
  }));
  return { mara, ids: (await addTasks<Made>(mara, id, tasks)).map((task) => task.id) };
};
const dues = async ({ call }: Person): Promise<(string | null)[]> =>
  (await call<{ dueDate: string | null }[]>('GET', '/tasks?orderBy=TITLE_ASC')).map(({ dueDate }) => dueDate);
const open = async (context: BrowserContext, path: string): Promise<Page> => {
  await context.clock.setFixedTime(NOON);
  return openLive(context, path);
};

test(
  'ten tasks are due on Monday after twelve keys, and back after one; what is not understood changes nothing',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const { mara, ids } = await newcomer(baseURL ?? '');
    const context = await browserOf(browser, baseURL ?? '', mara);
    const consoleErrors = collectConsoleErrors(context);
    const page = await open(context, '/tasks?sort=TITLE_ASC');
    const before = await dues(mara);

    await waitForKeyCode(page);
    await page.keyboard.press('j');
    await expect(link(page, 'Task 01')).toBeFocused();
    let keys = 1;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    for (let n = 2; n <= 10; n += 1) await press('Shift+j');
    await expect(page.getByRole('group', { name: '10 selected' })).toBeVisible();
    await press('d');
    await page.keyboard.type('mon');
    await expect(field(page)).toHaveValue('mon');
    await expect(picker(page).getByRole('status')).toHaveText(dayWords(MONDAY));
    await press('Enter');
    expect(keys).toBe(12);
    await expect(said(page, '10 tasks updated')).toBeVisible();
    await expect(picker(page)).toBeHidden();
    await expect(link(page, 'Task 10')).toBeFocused();
    const [eleventh, twelfth] = before.slice(10);
    await expect.poll(() => dues(mara)).toEqual([...Array.from({ length: 10 }, () => MONDAY), eleventh, twelfth]);
    await expect(page.getByRole('row', { name: 'Task 10' })).toContainText(/Due \w+ \d/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('row', { name: 'Task 10' })).not.toContainText(/Due \w+ \d/);
    expect(await dues(mara)).toEqual(before);

    // If tasks have different dates, the field is empty. An incomplete date is not accepted, by Enter or by a press
    // outside.
    await page.keyboard.press('d');
    await expect(field(page)).toHaveValue('');
    // Letters typed early are kept until the field has the focus; Enter is not.
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('mon 9');
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAccessibleDescription(FAULT);
    await page.getByRole('heading', { name: 'Tasks', exact: true }).click();
    await expect(said(page, `${FAULT}. Due date unchanged.`)).toBeVisible();
    await page
      .getByRole('group', { name: /selected$/ })
      .getByRole('button', { name: 'Due Date' })
      .click();
    await field(page).fill('tomorrow');
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    expect(await dues(mara)).toEqual(before);

    // A typed date is saved when the field is left; the bar's own button removes all dates.
    await page
      .getByRole('group', { name: /selected$/ })
      .getByRole('button', { name: 'Due Date' })
      .click();
    await field(page).fill('in 2 days at 9:00');
    await page.getByRole('heading', { name: 'Tasks', exact: true }).click();
    await expect(picker(page)).toBeHidden();
    const nine = new Date(NOON.getTime() + 2 * DAY - 3 * 3_600_000).toISOString();
    await expect.poll(async () => (await dues(mara)).filter((due) => due === nine)).toHaveLength(10);
    await page
      .getByRole('group', { name: /selected$/ })
      .getByRole('button', { name: 'Due Date' })
      .click();
    await expect(field(page)).toHaveValue(words(nine).replace(/^\w+, /, ''));
    await picker(page).getByRole('button', { name: 'Remove due date' }).click();
    await expect.poll(() => dues(mara)).toEqual(before.map(() => null));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: /selected$/ })).toBeHidden();

    // For one task: first in the month view by keys alone, with a chosen time; then by the menu, and in the task's
    // panel.
    await focusOn(link(page, 'Task 12'));
    await page.keyboard.press('d');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('2030-01-30 9am');
    await page.keyboard.press('ArrowDown');
    const day = (name: string) => picker(page).getByRole('grid').getByRole('button', { name, exact: true });
    await expect(day('January 30, 2030')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(day('February 7, 2030')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(link(page, 'Task 12')).toBeFocused();
    await expect.poll(async () => (await dues(mara)).at(-1)).toBe('2030-02-07T09:00:00.000Z');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('due tomorrow');
    await expect(page.locator('[role=option][data-highlighted]')).toContainText('Due tomorrow');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await dues(mara)).at(-1)).toBe(evening(1));
    await expect(page.getByRole('dialog', { name: 'Search or jump to…' })).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('due mon');
    await expect(page.locator('[role=option][data-highlighted]')).toContainText(`Due ${dayWords(MONDAY)}`);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await dues(mara)).at(-1)).toBe(MONDAY);
    // The menu takes keys until it has closed.
    await expect(page.getByRole('dialog', { name: 'Search or jump to…' })).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Set due date')).toBeVisible();
    await page.keyboard.press('Escape');
    await historySettled(page);
    await page.goto(`/board?task=${ids[11]}`);
    const panel = page.getByRole('dialog').filter({ hasText: 'Checklist' });
    await expect(panel.getByRole('button', { name: /^Due Date/ })).toBeVisible();
    // Keys work only after the page has loaded; a D pressed while the picker opens is a letter in its field.
    await expect(async () => {
      await page.keyboard.press('d');
      await expect(field(page)).toBeFocused({ timeout: 1000 });
    }).toPass();
    await field(page).fill('none');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: /^Due Date/ })).toHaveText('No due date');
    await expect.poll(async () => (await dues(mara)).at(-1)).toBeNull();

    expect(consoleErrors).toEqual([]);
    await context.close();
  },
);

test(
  'on a phone of 320 px the most common days are set by one press, also without a connection',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const { mara, ids } = await newcomer(baseURL ?? '');
    const context = await browserOf(browser, baseURL ?? '', mara, {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await open(context, '/tasks?sort=TITLE_ASC');
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await page.getByRole('checkbox', { name: 'Select Task 01' }).tap();
    await page.getByRole('checkbox', { name: 'Select Task 02' }).tap();
    const bar = page.getByRole('group', { name: '2 selected' });
    // Nothing covers anything else, and all controls can be touched.
    const boxes = await Promise.all(
      [bar.getByRole('status'), ...(await bar.getByRole('button').all())].map((part) => part.boundingBox()),
    );
    for (const [at, one] of boxes.entries()) {
      expect(one && one.x >= 0 && one.x + one.width <= 320).toBe(true);
      for (const other of boxes.slice(at + 1)) {
        const isApart =
          one &&
          other &&
          (one.x + one.width <= other.x + 0.5 ||
            other.x + other.width <= one.x + 0.5 ||
            one.y + one.height <= other.y + 0.5 ||
            other.y + other.height <= one.y + 0.5);
        expect(isApart).toBe(true);
      }
    }
    await bar.getByRole('button', { name: 'Due Date' }).tap();
    const quick = picker(page).getByRole('group', { name: 'Suggestions' });
    // No keyboard comes up over them.
    await expect(quick.getByRole('button', { name: /^Today/ })).toBeFocused();
    for (const button of await quick.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await quick.getByRole('button', { name: /^Tomorrow/ }).tap();
    await expect(picker(page)).toBeHidden();
    await expect.poll(async () => (await dues(mara)).slice(0, 2)).toEqual([evening(1), evening(1)]);

    await page.goto(`/tasks?sort=TITLE_ASC&task=${ids[4]}`);
    const panel = page.getByRole('dialog').filter({ hasText: 'Checklist' });
    await panel.getByRole('button', { name: /^Due Date/ }).tap();
    await expect(quick).toBeVisible();
    await context.setOffline(true);
    await quick.getByRole('button', { name: /^Today/ }).tap();
    await expect(panel.getByRole('button', { name: /^Due Date/ })).toHaveAccessibleName(
      `Due Date ${dayWords(evening(0)).replace(/^\w+, /, '')}`,
    );
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('button', { name: '1 change pending' })).toBeVisible();
    await context.setOffline(false);
    await expect.poll(async () => (await dues(mara))[4]).toBe(evening(0));
    await context.close();
  },
);

/** The evening before a day on which clocks change somewhere, in the time zones of four people. */
const EVENINGS = [
  ['Asia/Tokyo', '2027-03-27T14:30:00Z', '2027-03-28'],
  ['Europe/Berlin', '2027-03-27T21:30:00Z', '2027-03-28'],
  ['Pacific/Honolulu', '2027-03-14T09:30:00Z', '2027-03-14'],
  ['America/Los_Angeles', '2027-03-14T05:30:00Z', '2027-03-14'],
] as const;

test(
  'tomorrow is the same day in every field, also without a connection and during clock changes',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    await forEachTwoAtATime(EVENINGS, async ([zone, now, tomorrow]) => {
      const mara = await newPerson(baseURL ?? '', 'Mara');
      const { id } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' });
      const context = await browserOf(browser, baseURL ?? '', mara, { timezoneId: zone });
      await context.clock.setFixedTime(now);
      const page = await openLive(context, `/projects/${id}`);
      const add = async (title: string): Promise<void> => {
        await expect(page.getByPlaceholder('What needs to be done?')).toBeFocused();
        await page.keyboard.type(`^tomorrow ${title}`);
        await page.keyboard.press('Enter');
        await expect(link(page, title)).toBeVisible();
      };
      await page.getByRole('button', { name: 'New task at the end of To Do' }).press('Enter');
      await add('Online');
      await context.setOffline(true);
      await add('Offline');
      await expect(page.getByText(`Due Mar ${tomorrow.slice(-2)}, 2027`)).toHaveCount(2);
      await context.setOffline(false);
      const days = async (): Promise<unknown[]> =>
        (await mara.call<{ title: string; dueDay: string | null }[]>('GET', '/tasks?orderBy=TITLE_ASC')).map(
          ({ title, dueDay }) => [title, dueDay],
        );
      await expect.poll(days, zone).toEqual([
        ['Offline', tomorrow],
        ['Online', tomorrow],
      ]);
      await page.goto('/calendar?month=2027-03');
      const day = page.locator(`[data-day="${tomorrow}"]`);
      for (const title of ['Online', 'Offline'])
        await expect(day.getByRole('link', { name: title }), zone).toBeVisible();
      await expect(page.locator('[data-day]').getByRole('link')).toHaveCount(2);
      await context.close();
    });
  },
);
