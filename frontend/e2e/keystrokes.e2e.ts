import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { addTasks, browserOf, newPerson, openLive, type Person } from './people.ts';

interface Task {
  id: string;
  title: string;
  status: string;
  priority: string;
  dueDate: string | null;
  projectId: string;
  assigneeId: string | null;
}

const DAY = 86_400_000;
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
const highlighted = (page: Page) => page.locator('[role=option][data-highlighted]');
const boxes = Array.from({ length: 10 }, (_, at) => `Box ${String(at + 1).padStart(2, '0')}`);

/** Counts the keys and clicks of a task. Typed text is not counted, because every program needs it. */
const strokesOn = (page: Page) => {
  let used = 0;
  return {
    press: (key: string): Promise<void> => {
      used += 1;
      return page.keyboard.press(key);
    },
    click: (what: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> => {
      used += 1;
      return what.click(options);
    },
    type: (words: string): Promise<void> => page.keyboard.type(words),
    used: (): number => used,
  };
};

/** Each flow begins where the one before has ended: one page runs all of them. */
test.describe.serial('the day’s work takes no more keys and clicks than', () => {
  let mara: Person;
  let tom: Person;
  let tern: string;
  let context: BrowserContext;
  let page: Page;
  let consoleErrors: string[];
  const tasks = (): Promise<Task[]> => mara.call('GET', '/tasks?orderBy=TITLE_ASC');
  const named = async (title: string): Promise<Task | undefined> =>
    (await tasks()).find((task) => task.title === title);
  const ten = async (): Promise<Task[]> => (await tasks()).filter(({ title }) => boxes.includes(title));

  const title = () => page.getByRole('dialog').getByRole('textbox', { name: 'Title' });

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    [mara, tom] = await Promise.all([newPerson(url, 'Mara'), newPerson(url, 'Tom')]);
    ({ id: tern } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' }));
    const { id: heron } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Heron' });
    for (const id of [tern, heron]) await mara.call('POST', `/projects/${id}/members`, { userId: tom.id });
    await addTasks(mara, heron, [
      { title: 'Book the freight to Oslo' },
      {
        title: 'Sign the lease',
        assigneeId: mara.id,
        dueDate: new Date(new Date().setUTCHours(23, 59, 30)).toISOString(),
      },
      { title: 'Renew the domain', assigneeId: mara.id, dueDate: new Date(Date.now() + 20 * DAY).toISOString() },
      { title: 'Not hers', assigneeId: tom.id, dueDate: new Date().toISOString() },
      // The newest stand first: what is clicked is in view, as the list takes no click while it is scrolled.
      ...boxes.map((title) => ({ title })),
    ]);
    const [paint] = await addTasks<Task>(tom, tern, [{ title: 'Paint the hull', assigneeId: tom.id }]);
    await tom.call('PATCH', `/tasks/${paint?.id}/status`, { status: 'IN_PROGRESS' });
    await tom.call('POST', `/tasks/${(await named('Not hers'))?.id}/comments`, { text: 'Two coats, then?' });
    context = await browserOf(browser, url, mara);
    consoleErrors = collectConsoleErrors(context);
    page = await openLive(context, '/dashboard');
  });
  test.afterAll(() => context.close());
  test.afterEach(() => expect(consoleErrors).toEqual([]));

  test('2 for a task with project, person, day and priority', async () => {
    const { press, type, used } = strokesOn(page);
    await press('c');
    await type('Cut the teaser #tern @tom !high ^tomorrow');
    await expect(title()).toHaveValue('Cut the teaser #tern @tom !high ^tomorrow');
    await press('Enter');
    await expect(said(page, 'Task created successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(used()).toBeLessThanOrEqual(2);
    const made = await named('Cut the teaser');
    expect(made).toMatchObject({ projectId: tern, assigneeId: tom.id, priority: 'HIGH' });
    expect(Date.parse(made?.dueDate ?? '')).toBeGreaterThan(Date.now());

    const alone = strokesOn(page);
    await alone.press('c');
    await alone.type('Order the labels #tern launch');
    await expect(title()).toHaveValue('Order the labels #tern launch');
    await alone.press('Enter');
    await expect.poll(() => named('Order the labels')).toMatchObject({ projectId: tern, assigneeId: null });
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(used() - alone.used()).toBe(0);
  });

  test('1 for one’s own tasks due this week', async () => {
    const { press, used } = strokesOn(page);
    await press('w');
    await expect(page.locator('[data-task-link]')).toHaveText(['Sign the lease', 'Renew the domain']);
    expect(used()).toBeLessThanOrEqual(1);
    const mine = (await tasks()).filter(({ assigneeId }) => assigneeId === mara.id);
    expect(mine.map(({ title }) => title)).toEqual(['Renew the domain', 'Sign the lease']);
    await expect(page.getByRole('button', { name: /^Today/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Later/ })).toBeVisible();
  });

  test('12 for the due dates of ten tasks', async () => {
    const { press, click, type, used } = strokesOn(page);
    await click(link(page, 'Tasks'));
    await click(page.getByRole('checkbox', { name: 'Select Box 01' }));
    await click(page.getByRole('checkbox', { name: 'Select Box 10' }), { modifiers: ['Shift'] });
    await expect(page.getByRole('group', { name: '10 selected' })).toBeVisible();
    await press('d');
    await type('mon');
    await expect(page.getByRole('textbox', { name: 'Date and time' })).toHaveValue('mon');
    await press('Enter');
    await expect(said(page, '10 tasks updated')).toBeVisible();
    expect(used()).toBeLessThanOrEqual(12);
    const due = new Set((await ten()).map(({ dueDate }) => dueDate));
    expect(due.size).toBe(1);
    expect(new Date([...due][0] ?? '').getUTCDay()).toBe(1);
  });

  test('3 for three members, one of them without an account', async ({ baseURL }) => {
    const [wen, sam] = await Promise.all([newPerson(baseURL ?? '', 'Wen'), newPerson(baseURL ?? '', 'Sam')]);
    const guest = `guest-${Date.now()}@yard.example`;
    const { press, type, used } = strokesOn(page);
    await press('Control+k');
    await type('add people tern');
    await expect(highlighted(page)).toHaveText(/Members of Tern launch/);
    await press('Enter');
    await type(`${wen.email}, ${sam.email}, ${guest}`);
    await expect(page.getByRole('combobox', { name: 'Emails or usernames' })).toHaveValue(guest);
    await press('Enter');
    await expect(page.getByRole('status').getByRole('listitem')).toHaveText([
      'Wen Stone is now a member',
      'Sam Stone is now a member',
      `Invitation sent to ${guest}`,
    ]);
    expect(used()).toBeLessThanOrEqual(3);
    const members = await mara.call<{ user: { id: string } }[]>('GET', `/projects/${tern}/members`);
    expect(members.map(({ user }) => user.id)).toEqual([mara.id, tom.id, wen.id, sam.id]);
    expect(await mara.call('GET', `/projects/${tern}/invitations`)).toMatchObject([{ email: guest }]);
  });

  test('5 to complete ten tasks, and 1 to undo it', async () => {
    const { press, click, type, used } = strokesOn(page);
    await click(link(page, 'Tasks'));
    await click(page.getByRole('checkbox', { name: 'Select Box 01' }));
    await click(page.getByRole('checkbox', { name: 'Select Box 10' }), { modifiers: ['Shift'] });
    await expect(page.getByRole('group', { name: '10 selected' })).toBeVisible();
    await press('s');
    await type('done');
    await expect(highlighted(page)).toHaveText('Done');
    await press('Enter');
    const statuses = async (): Promise<string[]> => [...new Set((await ten()).map(({ status }) => status))];
    await expect.poll(statuses).toEqual(['DONE']);
    await expect(said(page, '10 tasks updated')).toBeVisible();
    expect(used()).toBeLessThanOrEqual(5);
    const back = strokesOn(page);
    await back.press('Control+z');
    await expect.poll(statuses).toEqual(['TODO']);
    expect(back.used()).toBeLessThanOrEqual(1);
  });

  test('2 for a task by two of its words, in any order', async () => {
    const { press, type, used } = strokesOn(page);
    await press('Control+k');
    await type('oslo freight');
    await expect(highlighted(page)).toHaveText(/Book the freight to Oslo/);
    await press('Enter');
    await expect(title()).toHaveValue('Book the freight to Oslo');
    expect(used()).toBeLessThanOrEqual(2);
  });

  test('2 for the activity of a colleague yesterday, in all projects', async () => {
    // A day passes.
    await page.clock.setFixedTime(Date.now() + DAY);
    const { press, type, used } = strokesOn(page);
    await press('Control+k');
    await type('tom');
    await expect(highlighted(page)).toContainText('Tom Stone’s activity');
    await press('Enter');
    const yesterday = page.getByRole('region', { name: 'Yesterday' });
    await expect(yesterday).toContainText('moved it from To Do to In Progress');
    await expect(yesterday).toContainText('Two coats, then?');
    await expect(yesterday).not.toContainText('Cut the teaser');
    expect(used()).toBeLessThanOrEqual(2);
  });
});
