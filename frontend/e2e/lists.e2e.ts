import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { focusOn } from './focus.ts';
import { addTasks, browserOf, newPerson, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

const head = (page: Page, name: string) => page.locator('[data-group]').filter({ hasText: name });
const heads = (page: Page) => page.locator('[data-group]');
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString();

test.describe.serial('a list in groups', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let errors: string[];

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    wen = await newPerson(url, 'Wen');
    ({ id: projectId } = await mara.call<Made>('POST', '/projects', { name: 'Ardent' }));
    await mara.call('POST', `/projects/${projectId}/members`, { userId: wen.id });
    const { id: other } = await mara.call<Made>('POST', '/projects', { name: 'Bellows' });
    // More than a page in one group, and others behind it.
    const many = Array.from({ length: 230 }, (_, at) => ({ title: `Plank ${String(at + 1).padStart(3, '0')}` }));
    await addTasks(mara, projectId, many);
    await addTasks(mara, other, [
      { title: 'Oar', status: 'IN_PROGRESS', assigneeId: mara.id, dueDate: day(-3) },
      { title: 'Sail', status: 'IN_PROGRESS', dueDate: day(40) },
      { title: 'Flag', status: 'DONE', dueDate: day(-9) },
    ]);
    await addTasks(mara, projectId, [{ title: 'Keel', status: 'IN_REVIEW', assigneeId: wen.id, dueDate: day(-1) }]);
    context = await browserOf(browser, url, mara);
    errors = complaintsOf(context);
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('has heads with counts in the order of the columns, and all its pages', async () => {
    page = await openLive(context, '/tasks');
    await page.getByRole('combobox', { name: 'Group', exact: true }).click();
    await page.getByRole('option', { name: 'By status', exact: true }).click();
    await expect(page).toHaveURL(/group=status/);
    await expect(head(page, 'To Do')).toContainText('230');
    await expect(page.getByText('Showing 234 of 234 tasks')).toBeVisible();
    // The last group comes behind three pages of the first.
    await page.locator('main').hover();
    await expect(async () => {
      await page.mouse.wheel(0, 9000);
      await expect(row(page, 'Plank 001')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(row(page, 'Flag')).toBeInViewport();
    const order = await heads(page).allInnerTexts();
    expect(order.map((text) => text.replace(/\s+/g, ' '))).toEqual(['In Progress 2', 'In Review 1', 'Done 1']);
  });

  test('closes a group without reading it, remembers that, and goes over the others by keys and ranges', async () => {
    await page.reload();
    await head(page, 'To Do').click();
    await expect(head(page, 'To Do')).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(head(page, 'To Do')).toHaveAttribute('aria-expanded', 'false');
    await expect(head(page, 'To Do')).toContainText('230');
    await expect(row(page, 'Flag')).toBeVisible();
    await expect(row(page, 'Plank')).toHaveCount(0);

    // From the last of one group into the next, and a range over three groups.
    await focusOn(page.getByRole('link', { name: 'Oar', exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'Keel', exact: true })).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('link', { name: 'Flag', exact: true })).toBeFocused();
    await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible();
    // What is closed is not chosen, unless all that match are.
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('toolbar', { name: '4 selected' })).toBeVisible();
    await page.getByRole('button', { name: 'Select all 234' }).click();
    await expect(page.getByRole('toolbar', { name: '234 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('moves a task to its new group, whoever changes it, and counts anew', async () => {
    await focusOn(page.getByRole('link', { name: 'Sail', exact: true }));
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'In Review', exact: true }).click();
    await expect(head(page, 'In Progress')).toContainText('1');
    await expect(head(page, 'In Review')).toContainText('2');
    const titles = page.locator('[data-task-link]');
    await expect(titles).toHaveText(['Oar', 'Keel', 'Sail', 'Flag']);
    await expect(page.getByRole('link', { name: 'Sail', exact: true })).toBeFocused();

    // Somebody else, into a group that is closed: from one that is read to one that is not.
    const { id } = (await mara.call<Made[]>('GET', '/tasks?search=Keel'))[0] ?? { id: '' };
    await wen.call('PATCH', `/tasks/${id}/status`, { status: 'TODO' });
    await expect(head(page, 'To Do')).toContainText('231');
    await expect(titles).toHaveText(['Oar', 'Sail', 'Flag']);
    // ... and into one that there was none of.
    await wen.call('PATCH', `/tasks/${id}/status`, { status: 'DONE' });
    await expect(head(page, 'Done')).toContainText('2');
    await expect(head(page, 'To Do')).toContainText('230');
  });

  test('groups by person, project and day, in their order', async () => {
    const names = async (): Promise<string[]> =>
      (await heads(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const group = async (by: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Group', exact: true }).click();
      await page.getByRole('option', { name: by, exact: true }).click();
    };
    await group('By project');
    await expect.poll(names).toEqual(['Ardent 231']);
    await head(page, 'Ardent').click();
    await expect.poll(names).toEqual(['Ardent 231', 'Bellows 3']);
    await group('By assignee');
    await expect.poll(names).toEqual(['Mara Stone 1', 'Wen Stone 1', 'No assignee 232']);
    await group('By due date');
    await expect.poll(names).toEqual(['Overdue 1', 'Later 1', 'No date 230']);
    await head(page, 'No date').click();
    await expect.poll(names).toEqual(['Overdue 1', 'Later 1', 'No date 230', 'Done earlier 2']);
    await expect(page.locator('[data-task-link]')).toHaveText(['Oar', 'Sail']);
    // A task of a new day goes to its group at once, one that there was none of.
    const { id } = (await mara.call<Made[]>('GET', '/tasks?search=Sail'))[0] ?? { id: '' };
    await mara.call('PUT', `/tasks/${id}`, { dueDate: day(-1) });
    await expect.poll(names).toEqual(['Overdue 2', 'No date 230', 'Done earlier 2']);
    await page.goto('/tasks?group=due&view=grid');
    await expect.poll(names).toEqual(['Overdue 2', 'No date 230', 'Done earlier 2']);
    await focusOn(page.getByRole('link', { name: 'Oar', exact: true }));
  });
});
