import { expect, test, type Browser, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

interface Task {
  id: string;
  title: string;
  status: string;
  priority: string;
  dueDate: string | null;
  tags: string[];
  projectId: string;
  assigneeId: string | null;
}

interface World {
  mara: Person;
  ines: Person;
  tern: string;
  heron: string;
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Create New Task' });
const title = (page: Page) => form(page).getByRole('textbox', { name: 'Title' });
const field = (page: Page, name: string) => form(page).getByRole('combobox', { name });
const chip = (page: Page, name: string) => page.getByRole('button', { name: `${name}, Keep as text` });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const line = (page: Page, column: string) => page.getByRole('textbox', { name: `New task, ${column}` });
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const newWorld = async (url: string): Promise<World> => {
  const mara = await newPerson(url, 'Mara');
  const ines = await newPerson(url, 'Ines');
  const { id: tern } = await mara.call<Task>('POST', '/projects', { name: 'Tern launch' });
  const { id: heron } = await mara.call<Task>('POST', '/projects', { name: 'Heron' });
  await mara.call('POST', `/projects/${tern}/members`, { userId: ines.id });
  return { mara, ines, tern, heron };
};

const pageOf = async (browser: Browser, url: string, { mara }: World, path: string) => {
  const context = await browserOf(browser, url, mara);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const consoleErrors = collectConsoleErrors(context);
  const page = await openLive(context, path);
  return { page, context, consoleErrors };
};

const titlesOf = async ({ mara }: World): Promise<string[]> =>
  (await mara.call<Task[]>('GET', '/tasks?orderBy=CREATED_ASC')).map((task) => task.title);
const named = async ({ mara }: World, wanted: string): Promise<Task | undefined> =>
  (await mara.call<Task[]>('GET', '/tasks')).find((task) => task.title === wanted);
const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+v');
};
/** Opens the form by its key, which works once its code has loaded. */
const openByKey = async (page: Page): Promise<void> => {
  await page.keyboard.press('c');
  await expect(title(page)).toBeFocused();
};

test('a task with project, person, day, priority and tag is created by C, its words and Enter; other words stay text', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const world = await newWorld(url);
  const { page, context, consoleErrors } = await pageOf(browser, url, world, '/board');

  // Two keys at once: the form is sent only after the typed names are resolved.
  await page.keyboard.press('c');
  await page.keyboard.type('Fix C# at 2+2 #tern @ines !high ^tomorrow +copy');
  await expect(title(page)).toHaveValue('Fix C# at 2+2 #tern @ines !high ^tomorrow +copy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task created successfully')).toBeVisible();
  await expect(form(page)).toBeHidden();
  const task = await named(world, 'Fix C# at 2+2');
  expect(task).toMatchObject({ projectId: world.tern, assigneeId: world.ines.id, priority: 'HIGH', tags: ['copy'] });
  expect(Date.parse(task?.dueDate ?? '')).toBeGreaterThan(Date.now());

  // The project is remembered. Recognized words are shown as chips and in the form's fields.
  await openByKey(page);
  await expect(field(page, 'Project')).toHaveText('Tern launch');
  await page.keyboard.type('Call !urgent ');
  await expect(chip(page, 'Priority: Urgent')).toBeVisible();
  await expect(field(page, 'Priority')).toHaveText('Urgent');
  await chip(page, 'Priority: Urgent').click();
  await expect(field(page, 'Priority')).toHaveText('Medium');
  await expect(title(page)).toHaveValue('Call !urgent ');
  await expect(title(page)).toBeFocused();
  // Backspace after such a word first makes it plain text, and then deletes.
  await page.keyboard.type('@ines');
  await expect(field(page, 'Assignee')).toHaveText('Ines Stone');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await expect(field(page, 'Assignee')).toHaveText('No assignee');
  await expect(title(page)).toHaveValue('Call !urgent @ines');
  await page.keyboard.press('Backspace');
  await expect(title(page)).toHaveValue('Call !urgent @ine');
  // A value chosen in a field overrides the word.
  await title(page).fill('Call !low');
  await expect(field(page, 'Priority')).toHaveText('Low');
  await field(page, 'Priority').click();
  await page.getByRole('option', { name: 'High' }).click();
  await expect(title(page)).toHaveValue('Call');
  await expect(field(page, 'Priority')).toHaveText('High');

  // Suggestions are chosen by arrows and Enter, or by Tab, and Escape closes them first.
  await title(page).fill('');
  await title(page).pressSequentially('Call #');
  await expect(options(page)).toHaveText(['Tern launch', 'Heron']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveValue('Call #Heron ');
  await expect(field(page, 'Project')).toHaveText('Heron');
  await page.keyboard.type('@');
  await expect(options(page)).toHaveText(['Mara Stone']);
  await page.keyboard.type('s');
  await page.keyboard.press('Tab');
  await expect(title(page)).toHaveValue('Call #Heron @Mara Stone ');
  await page.keyboard.type('!');
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(form(page)).toBeVisible();
  await page.keyboard.type('m \\#tern');

  // Sent from any field; the next task has the same project, person and status.
  await field(page, 'Status').click();
  await page.getByRole('option', { name: 'In Progress' }).click();
  await form(page).getByRole('checkbox', { name: 'Create more' }).check();
  await form(page).getByRole('textbox', { name: 'Description' }).fill('By phone');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(title(page)).toHaveValue('');
  await expect(title(page)).toBeFocused();
  await expect(field(page, 'Project')).toHaveText('Heron');
  await expect(field(page, 'Assignee')).toHaveText('Mara Stone');
  await expect(field(page, 'Status')).toHaveText('In Progress');
  await expect(form(page).getByRole('textbox', { name: 'Description' })).toHaveValue('');
  await expect(form(page).getByText('Draft restored')).toBeHidden();
  expect(await named(world, 'Call #tern')).toMatchObject({
    projectId: world.heron,
    assigneeId: world.mara.id,
    status: 'IN_PROGRESS',
    priority: 'MEDIUM',
  });
  // People of other projects are suggested, and need one of their projects.
  await page.keyboard.type('Ask @ines');
  await expect(form(page).getByText('Ines Stone isn’t a member of this project.')).toBeVisible();
  await page.keyboard.type(' #tern launch');
  await expect(field(page, 'Assignee')).toHaveText('Ines Stone');
  await form(page).getByRole('checkbox', { name: 'Create more' }).uncheck();
  await title(page).press('Enter');
  await expect(form(page)).toBeHidden();
  expect(await named(world, 'Ask')).toMatchObject({ projectId: world.tern, assigneeId: world.ines.id });
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test(
  '200 pasted lines are 200 tasks by one act with one undo, a line more is refused and kept, and without a connection they wait',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    const world = await newWorld(url);
    const { page, context, consoleErrors } = await pageOf(browser, url, world, `/board?project=${world.tern}`);
    const lines = Array.from({ length: 200 }, (_, at) => `- [ ] Box ${String(at + 1).padStart(3, '0')}`);

    await openByKey(page);
    await paste(page, [`- ${'Longer '.repeat(25)}`, ...lines].join('\n'));
    const createAll = form(page).getByRole('button', { name: 'Create 201 tasks' });
    // However many lines are pasted, the button stays in view and the list of tasks within the dialog.
    await expect(createAll).toBeInViewport({ ratio: 1 });
    const preview = form(page).getByRole('list', { name: 'Tasks to create' });
    expect(await preview.evaluate((list) => list.getBoundingClientRect().right)).toBeLessThanOrEqual(
      await title(page).evaluate((text) => text.getBoundingClientRect().right + 2),
    );
    await createAll.click();
    await expect(title(page)).toHaveAccessibleDescription(/You can create up to 200 tasks at once, not 201/);
    expect(await titlesOf(world)).toEqual([]);
    await title(page).fill('');
    await paste(
      page,
      ['1. Box 001 @ines !urgent', ...lines.slice(1, 199), '200) Box 200 #heron ^tomorrow', ''].join('\n'),
    );
    await expect(form(page).getByRole('list', { name: 'Tasks to create' }).getByRole('listitem').first()).toHaveText(
      /^Box 001Ines StoneUrgent$/,
    );
    await title(page).press('Enter');
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status');
    // Two hundred rows take a while on a busy machine.
    await expect(toast).toHaveText(/200 tasks created/);
    await expect(form(page)).toBeHidden();
    await expect(column(page, 'To Do').getByRole('link').first()).toHaveText('Box 001');
    expect(await named(world, 'Box 200')).toMatchObject({ projectId: world.heron, assigneeId: null });
    const made = await world.mara.call<Task[]>('GET', `/tasks?projectId=${world.tern}&orderBy=RANK_ASC`);
    expect(made.slice(0, 3)).toMatchObject([
      { title: 'Box 001', assigneeId: world.ines.id, priority: 'URGENT' },
      { title: 'Box 002', assigneeId: null, priority: 'MEDIUM' },
      { title: 'Box 003' },
    ]);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Removed \d+ tasks?$/)).toBeVisible();
    await expect(column(page, 'To Do').getByText('No tasks')).toBeVisible();
    expect(await titlesOf(world)).toEqual([]);

    await context.setOffline(true);
    await openByKey(page);
    await paste(page, 'Tape\nGlue\nLabels');
    await title(page).press('Enter');
    await expect(form(page)).toBeHidden();
    await expect(page.getByRole('button', { name: '1 change pending' })).toBeVisible();
    await expect(column(page, 'To Do').getByRole('link')).toHaveText(['Tape', 'Glue', 'Labels']);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: '1 change pending' })).toBeHidden();
    await expect.poll(() => titlesOf(world)).toEqual(['Tape', 'Glue', 'Labels']);
    await expect(column(page, 'To Do').getByRole('link')).toHaveText(['Tape', 'Glue', 'Labels']);
    expect(consoleErrors.filter((each) => !/ERR_INTERNET_DISCONNECTED/.test(each))).toEqual([]);
    await context.close();
  },
);

for (const isPhone of [false, true]) {
  test(
    `the line at a column’s foot adds one task after another, on a ${isPhone ? 'phone' : 'desktop'}`,
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const url = baseURL ?? '';
      const world = await newWorld(url);
      // A person who has not changed anything yet, so there is no last project.
      const jon = await newPerson(url, 'Jon');
      for (const id of [world.tern, world.heron])
        await world.mara.call('POST', `/projects/${id}/members`, { userId: jon.id });
      const phone = { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true };
      const context = await browserOf(browser, url, jon, isPhone ? phone : {});
      const consoleErrors = collectConsoleErrors(context);
      const page = await openLive(context, '/board');
      const open = page.getByRole('button', { name: 'New task at the end of To Do' });
      const todo = column(page, 'To Do').getByRole('link');
      await (isPhone ? open.tap() : open.press('Enter'));
      await expect(line(page, 'To Do')).toBeFocused();

      // Without a project nothing is created, and nothing is lost.
      await page.keyboard.type('Order glue');
      await page.keyboard.press('Enter');
      await expect(column(page, 'To Do').getByRole('alert')).toHaveText('Project is required');
      await expect(line(page, 'To Do')).toHaveValue('Order glue');
      await page.keyboard.type(' #te');
      if (isPhone) await options(page).tap();
      else await page.keyboard.press('Tab');
      await expect(line(page, 'To Do')).toHaveValue('Order glue #Tern launch ');
      if (isPhone) await column(page, 'To Do').getByRole('button', { name: 'Add' }).tap();
      else await page.keyboard.press('Enter');
      await expect(todo).toHaveText(['Order glue']);
      await expect(line(page, 'To Do')).toHaveValue('');
      await expect(line(page, 'To Do')).toBeFocused();
      // The project of the last task is used again.
      for (const words of ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine @ines !urgent']) {
        await page.keyboard.type(words);
        await page.keyboard.press('Enter');
      }
      await expect(column(page, 'To Do').getByRole('link', { name: 'Nine' })).toBeInViewport();
      await expect
        .poll(() => titlesOf(world))
        .toEqual(['Order glue', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']);
      expect(await named(world, 'Nine')).toMatchObject({
        assigneeId: world.ines.id,
        priority: 'URGENT',
        status: 'TODO',
      });

      // Unsent text is there when the line opens again, also after a reload.
      await page.keyboard.type('Half');
      await page.keyboard.press('Escape');
      await expect(open).toBeFocused();
      await page.reload();
      await (isPhone ? open.tap() : open.click());
      await expect(line(page, 'To Do')).toHaveValue('Half');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(consoleErrors).toEqual([]);
      await context.close();
    },
  );
}
