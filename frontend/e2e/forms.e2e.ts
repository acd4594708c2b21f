import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, historySettled, newPerson, type Person } from './people.ts';

interface Made {
  id: string;
}

const FAULT = 'Due date must be a day, like Nov 27 or 2026-11-27, with or without a time';

const form = (page: Page) => page.getByRole('dialog', { name: 'Create New Task' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Book freight' });
const due = (page: Page) => panel(page).getByRole('button', { name: /^Due Date/ });
/** Typed text is kept as a draft. */
const escape = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await historySettled(page);
};
const dueText = (page: Page) => page.getByRole('textbox', { name: 'Date and time' });
const fill = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: 'New Task', exact: true }).first().click();
  await field(page, 'Title').fill(title);
};

let mara: Person;
let contexts: BrowserContext[] = [];
let consoleErrors: string[][] = [];

/** Opens a page as the same person, in a browser with this language and time zone. */
const pageOf = async (
  browser: Browser,
  options: { locale?: string; timezoneId?: string; isPhone?: boolean } = {},
): Promise<Page> => {
  const { isPhone = false, ...place } = options;
  const context = await browserOf(browser, test.info().project.use.baseURL ?? '', mara, {
    ...(isPhone && { viewport: { width: 360, height: 740 }, hasTouch: true }),
    ...place,
  });
  contexts.push(context);
  consoleErrors.push(collectConsoleErrors(context));
  return context.newPage();
};

test.afterEach(async () => {
  expect(consoleErrors.flat()).toEqual([]);
  for (const context of contexts) await context.close();
  contexts = [];
  consoleErrors = [];
});

const newTask = (projectId: string, more: object = {}): Promise<Made> =>
  mara.call('POST', '/tasks', { title: 'Book freight', projectId, priority: 'LOW', ...more });
const dueOf = async (id: string): Promise<string | null> =>
  (await mara.call<{ dueDate: string | null }>('GET', `/tasks/${id}`)).dueDate;
/** The day or the moment on which it is due. */
const dueOfNewest = async (): Promise<string | null | undefined> => {
  const [task] = await mara.call<{ dueDate: string | null; dueDay: string | null }[]>('GET', '/tasks?limit=1');
  return task?.dueDay ?? task?.dueDate;
};

test.describe('a due date', () => {
  let projectId: string;

  test.beforeEach(async ({ baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    ({ id: projectId } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' }));
  });

  test(
    'of an open task is kept after incomplete text, with a message, and removed after an empty one',
    { tag: '@full' },
    async ({ browser }) => {
      const was = '2030-11-25T18:00:00.000Z';
      const { id } = await newTask(projectId, { dueDate: was });
      const page = await pageOf(browser);
      await page.goto(`/tasks?task=${id}`);
      await due(page).click();
      await expect(dueText(page)).toHaveValue('Nov 25, 2030, 6:00 PM');

      await dueText(page).fill('Nov');
      await panel(page).getByRole('textbox', { name: 'Title' }).click();
      await expect(dueText(page)).toBeHidden();
      await expect(page.getByRole('alert')).toHaveText(`${FAULT}. Due date unchanged.`);
      await expect(due(page)).toHaveAccessibleName('Due Date Nov 25, 2030, 6:00 PM');
      expect(await dueOf(id)).toBe(was);

      // The typed text stays, to be corrected; Enter does not accept it either.
      await due(page).click();
      await expect(dueText(page)).toHaveValue('Nov');
      await dueText(page).press('Enter');
      await expect(dueText(page)).toHaveAccessibleDescription(FAULT);
      await expect(dueText(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dueText(page)).toBeHidden();
      await expect(page.getByRole('alert')).toBeHidden();
      expect(await dueOf(id)).toBe(was);

      await due(page).click();
      await expect(dueText(page)).toHaveValue('Nov 25, 2030, 6:00 PM');
      await dueText(page).fill('Nov 26');
      await page.keyboard.press('Escape');
      await expect(dueText(page)).toBeHidden();
      await expect(due(page)).toHaveAccessibleName('Due Date Nov 25, 2030, 6:00 PM');
      // A write would be a request, so wait until there are none.
      await page.waitForLoadState('networkidle');
      expect(await dueOf(id)).toBe(was);

      await due(page).click();
      await dueText(page).fill('');
      await page.getByRole('button', { name: 'Remove due date' }).click();
      await expect(due(page)).toHaveAccessibleName('Due Date No due date');
      await expect.poll(() => dueOf(id)).toBeNull();
    },
  );

  test('of a new task may be a day alone, and is never dropped', async ({ browser }) => {
    const page = await pageOf(browser);
    await page.goto('/tasks');
    await fill(page, 'Book freight');
    await expect(form(page).getByRole('combobox', { name: 'Project' })).toHaveText('Tern launch');
    await field(page, 'Due Date').fill('11/');
    await form(page).getByRole('button', { name: 'Create Task' }).click();
    await expect(form(page).getByText(FAULT)).toBeVisible();
    await expect(field(page, 'Due Date')).toHaveValue('11/');
    await field(page, 'Due Date').fill('11/25/2030');
    await form(page).getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Task created successfully')).toBeVisible();
    expect(await dueOfNewest()).toBe('2030-11-25');
  });

  test('is chosen from a month by keys, and keeps the time that was typed', async ({ browser }) => {
    const page = await pageOf(browser);
    await page.goto('/tasks');
    await fill(page, 'Book freight');
    await field(page, 'Due Date').fill('Jan 30, 2030 9am');
    await form(page).getByRole('button', { name: 'Pick a date' }).press('Enter');
    const day = (name: string) => page.getByRole('grid').getByRole('button', { name, exact: true });
    await expect(day('January 30, 2030')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(day('February 7, 2030')).toBeFocused();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await expect(day('January 6, 2030')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeHidden();
    await expect(field(page, 'Due Date')).toHaveValue('Jan 6, 2030, 9:00 AM');
    await form(page).getByRole('button', { name: 'Pick a date' }).press('Enter');
    await expect(page.getByRole('gridcell', { selected: true })).toHaveText('6');
    await page.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option', { name: '9:30 AM' }).click();
    // Escape closes the innermost layer: first, the list of times must be closed.
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Time' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toBeHidden();
    await expect(field(page, 'Due Date')).toHaveValue('Jan 6, 2030, 9:30 AM');
    await form(page).getByRole('button', { name: 'Clear date' }).click();
    await expect(field(page, 'Due Date')).toHaveValue('');
  });

  for (const [what, locale, timezoneId, typed, utc] of [
    ['a German, day first, in winter', 'de-DE', 'Europe/Berlin', '3.12.2030', '2030-12-03'],
    ['a Briton, day first, in summer', 'en-GB', 'Europe/London', '3/7/2030 17:30', '2030-07-03T16:30:00.000Z'],
    ['an American, on the day the clocks go on', 'en-US', 'America/New_York', '3/10/2030', '2030-03-10'],
    ['an American, on the day they go back', 'en-US', 'America/New_York', 'Nov 3, 2030', '2030-11-03'],
    ['somebody east of Greenwich', 'en-NZ', 'Pacific/Auckland', '1/12/2030 9am', '2030-11-30T20:00:00.000Z'],
  ] as const) {
    test(`is read as ${what} writes it`, { tag: '@full' }, async ({ browser }) => {
      await mara.call('PUT', '/auth/preferences', { language: 'en' });
      const page = await pageOf(browser, { locale, timezoneId });
      await page.goto('/tasks');
      await fill(page, 'Book freight');
      // there is only one project, which is chosen once it is loaded
      await expect(form(page).getByRole('combobox', { name: 'Project' })).toHaveText('Tern launch');
      await field(page, 'Due Date').fill(typed);
      await field(page, 'Due Date').press('Enter');
      await expect(page.getByText('Task created successfully')).toBeVisible();
      expect(await dueOfNewest()).toBe(utc);
    });
  }
});

test.describe('the form for a new task', () => {
  let tern: string;
  let heron: string;

  test.beforeEach(async ({ baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    ({ id: tern } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' }));
    ({ id: heron } = await mara.call<Made>('POST', '/projects', { name: 'Heron' }));
  });

  test('is empty after Cancel, says when it restores a draft, and can discard it', async ({ browser }) => {
    const page = await pageOf(browser);
    await page.goto('/tasks');
    await fill(page, 'Half typed');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toBeHidden();
    await fill(page, '');
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(form(page).getByText('Draft restored')).toBeHidden();

    await field(page, 'Title').fill('Half typed');
    await escape(page);
    await page.reload();
    // an empty list has the button, too
    await page.getByRole('button', { name: 'New Task', exact: true }).first().click();
    await expect(field(page, 'Title')).toHaveValue('Half typed');
    await expect(field(page, 'Title')).toBeFocused();
    await expect(form(page).getByRole('status')).toHaveText('Draft restored');
    await form(page).getByRole('button', { name: 'Discard' }).click();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(field(page, 'Title')).toBeFocused();
    await expect(form(page).getByText('Draft restored')).toBeHidden();
  });

  test(
    'keeps the draft of one project out of another, and with its own project',
    { tag: '@full' },
    async ({ browser }) => {
      const page = await pageOf(browser);
      const project = form(page).getByRole('combobox', { name: 'Project' });
      await page.goto(`/projects/${tern}`);
      await fill(page, 'Started in Tern');
      await escape(page);
      await page.goto(`/projects/${heron}`);
      await fill(page, '');
      await expect(project).toHaveText('Heron');
      await expect(form(page).getByText('Draft restored')).toBeHidden();
      await escape(page);
      await page.goto(`/projects/${tern}`);
      await page.getByRole('button', { name: 'New Task', exact: true }).first().click();
      await expect(field(page, 'Title')).toHaveValue('Started in Tern');
      await expect(project).toHaveText('Tern launch');
    },
  );

  test('names the status that the column gives', async ({ browser }) => {
    const page = await pageOf(browser);
    await page.goto(`/projects/${tern}`);
    await page.getByRole('button', { name: 'New task in In Review' }).click();
    await expect(form(page).getByText('In Review', { exact: true })).toBeVisible();
    await field(page, 'Title').fill('Read the proof');
    await field(page, 'Description').press('Control+Enter');
    await expect(page.getByText('Task created successfully')).toBeVisible();
    await expect(page.getByRole('region', { name: 'In Review' }).getByText('Read the proof')).toBeVisible();
  });

  for (const isPhone of [false, true]) {
    test(
      `is closed by Back, and the page under it stays, on a ${isPhone ? 'phone' : 'desktop'}`,
      { tag: '@full' },
      async ({ browser }) => {
        const page = await pageOf(browser, { isPhone });
        await page.goto('/projects');
        await page.getByRole('link', { name: 'Tasks', exact: true }).click();
        await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
        await fill(page, 'Half typed');
        await page.goBack();
        await expect(form(page)).toBeHidden();
        await expect(page).toHaveURL('/tasks');
        await page.goBack();
        await expect(page).toHaveURL('/projects');
        await page.goForward();
        await expect(page).toHaveURL('/tasks');

        // A dialog that is closed in another way leaves no history entry behind.
        await page.getByRole('button', { name: 'New Task', exact: true }).first().click();
        await expect(field(page, 'Title')).toHaveValue('Half typed');
        await form(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(form(page)).toBeHidden();
        await historySettled(page);
        await page.goBack();
        await expect(page).toHaveURL('/projects');
      },
    );
  }

  test('opens over an open task, which stays open when Back closes the form', { tag: '@full' }, async ({ browser }) => {
    await newTask(tern);
    const page = await pageOf(browser);
    await page.goto('/tasks');
    await page.getByRole('link', { name: 'Book freight' }).click();
    const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
    await expect(title).toHaveValue('Book freight');
    await expect(async () => {
      await page.keyboard.press('c');
      await expect(field(page, 'Title')).toBeFocused({ timeout: 1000 });
    }).toPass();
    await page.goBack();
    await expect(form(page)).toBeHidden();
    await expect(title).toHaveValue('Book freight');
    await expect(page).toHaveURL(/[?&]task=[A-Z0-9]+-\d+$/);
    await page.getByRole('button', { name: 'Delete task' }).click();
    await expect(page.getByText('Task deleted successfully')).toBeVisible();
    await expect(page).toHaveURL('/tasks');
  });

  test('a dialog over a page is closed by Back, which then returns to the previous page', async ({ browser }) => {
    const page = await pageOf(browser);
    await page.goto('/projects');
    await page.getByRole('link', { name: 'Tern launch', exact: true }).click();
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });
});
