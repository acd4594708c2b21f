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
    await expect(async () => {
      await page.locator('main').hover();
      await page.mouse.wheel(0, 4000);
      await expect(head(page, 'Done')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(row(page, 'Plank 001')).toBeVisible();
    await expect(row(page, 'Flag')).toBeVisible();
    const order = await heads(page).allInnerTexts();
    expect(order.map((text) => text.replace(/\s+/g, ' '))).toEqual(['In Progress 2', 'In Review 1', 'Done 1']);
  });
});
