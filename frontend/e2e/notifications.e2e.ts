import { expect, type Page, test } from '@playwright/test';
import { browserOf, newPerson, newTeam, openLive } from './people.ts';

const DAY = 86_400_000;

interface Named {
  id: string;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rows = (page: Page) => inbox(page).locator('[data-notification]');

/** Two people and a project; changes by `mara` notify `wen`. */
async function team(baseURL: string) {
  const people = await newTeam(baseURL);
  await people.wen.call('DELETE', '/notifications');
  return people;
}

test('the bell has one row per task with the latest notification; a row is read and deleted as a group', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const { mara, wen, projectId } = await team(baseURL ?? '');
  const add = (title: string) =>
    mara.call<Named>('POST', '/tasks', { projectId, title, priority: 'LOW', assigneeId: wen.id });
  const [freight, paint] = [await add('Book freight'), await add('Order paint')];
  for (const text of ['Is it booked?', 'It has to be on Monday.']) {
    await mara.call('POST', `/tasks/${freight.id}/comments`, { text });
  }
  const contexts = [
    await browserOf(browser, baseURL ?? '', wen),
    await browserOf(browser, baseURL ?? '', wen),
  ] as const;
  const [page, other] = [await openLive(contexts[0], '/projects'), await openLive(contexts[1], '/projects')];
  for (const each of [page, other]) {
    await bell(each).click();
    await expect(rows(each)).toHaveCount(2);
  }
  await expect(inbox(page).getByText('4 unread')).toBeVisible();
  await expect(rows(page).first()).toContainText('Mara Stone commented on Book freight');
  await expect(rows(page).first()).toContainText('It has to be on Monday.');
  await page.getByRole('button', { name: '+2 earlier' }).click();
  const earlier = rows(page).first().getByRole('listitem');
  await expect(earlier).toHaveCount(2);
  await expect(earlier.first()).toContainText('Is it booked?');
  await expect(earlier.last()).toContainText('Mara Stone assigned Book freight to you');

  // A new notification moves its whole group to the front, in every tab.
  await mara.call('PATCH', `/tasks/${paint.id}/status`, { status: 'DONE' });
  for (const each of [page, other]) {
    await expect(rows(each).first()).toContainText('Mara Stone moved Order paint to Done');
    await expect(rows(each)).toHaveCount(2);
    await expect(rows(each).first()).toContainText('+1 earlier');
  }
  await rows(page).last().hover();
  await rows(page).last().getByRole('button', { name: 'Mark as read' }).click();
  for (const each of [page, other]) await expect(bell(each)).toHaveAccessibleName('Notifications, 2 unread');
  await expect(rows(page).last()).not.toContainText('Unread');
  await rows(page).first().hover();
  await rows(page).first().getByRole('button', { name: 'Delete notification' }).click();
  for (const each of [page, other]) {
    await expect(rows(each)).toHaveCount(1);
    await expect(bell(each)).toHaveAccessibleName('Notifications');
  }
  expect(await wen.call<{ notifications: object[] }>('GET', '/notifications')).toMatchObject({
    unreadCount: 0,
    notifications: [{}, {}, {}],
  });
  await Promise.all(contexts.map((context) => context.close()));

  // On a phone each row has one button, and room for the thumb.
  const phone = await browserOf(browser, baseURL ?? '', wen, {
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await mara.call('PATCH', `/tasks/${freight.id}/status`, { status: 'IN_REVIEW' });
  const small = await phone.newPage();
  await small.goto('/projects');
  await bell(small).tap();
  await expect(inbox(small).getByText('1 unread')).toBeVisible();
  const box = await rows(small).first().boundingBox();
  expect(box?.height).toBeLessThan(100);
  await rows(small).first().getByRole('button', { name: 'Actions' }).tap();
  await small.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(inbox(small).getByText('No notifications')).toBeVisible();
  await phone.close();
});

test(
  'the dashboard begins with the viewer’s week, and a project’s activity shows people and comments',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const { mara, wen, projectId } = await team(baseURL ?? '');
    const add = (title: string, due: number, fields: object = {}) =>
      mara.call<Named>('POST', '/tasks', {
        projectId,
        title,
        priority: 'LOW',
        assigneeId: wen.id,
        dueDate: new Date(due).toISOString(),
        ...fields,
      });
    const tonight = new Date().setUTCHours(23, 59, 30, 0);
    const late = await add('Late', Date.now() - 2 * DAY);
    const today = await add('Tonight', tonight);
    await add('In two weeks', Date.now() + 14 * DAY);
    await add('Not mine', tonight, { assigneeId: mara.id });
    const context = await browserOf(browser, baseURL ?? '', wen);
    const page = await openLive(context, '/dashboard');
    const week = page.getByRole('region', { name: 'My week' });
    await expect(week.getByRole('group', { name: 'Overdue' }).getByRole('listitem')).toHaveText(/Late/);
    await expect(week.getByRole('group', { name: 'Today' }).getByRole('listitem')).toHaveText(/Tonight/);
    await expect(week.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('My week');
    // There was no visit before.
    await expect(page.getByRole('heading', { name: 'Since your last visit' })).toBeHidden();
    // The half hour of a visit passes only in the server's tests (lastVisit.test.ts). This test changes the answer instead.
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      if (operationName !== 'Dashboard') return route.fulfill({ response: answer });
      const body = (await answer.json()) as { data: { sinceLastVisit: object } };
      const [line] = await mara.call<{ id: string; actor: object }[]>('GET', `/tasks/${late.id}/history`);
      const latest = [{ ...line, __typename: 'HistoryEntry', actor: { ...line?.actor, __typename: 'User' } }];
      const told = { at: new Date(Date.now() - DAY).toISOString(), count: 1000, people: 2, latest };
      Object.assign(body.data.sinceLastVisit, told);
      return route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    const since = page.getByRole('region', { name: 'Since your last visit' });
    await expect(since).toContainText('1,000+ changes by 2 people');
    await expect(since.getByRole('listitem')).toHaveText(/Late\s*Mara Stone created the task/);
    await expect(since.getByRole('link', { name: 'View all activity' })).toHaveAttribute('href', '/activity');
    await page.unrouteAll({ behavior: 'wait' });
    await mara.call('PATCH', `/tasks/${today.id}/status`, { status: 'DONE' });
    await expect(week.getByRole('listitem')).toHaveCount(1);
    await week.getByRole('link', { name: 'View all your tasks by due date' }).click();
    // The view of the key W: only open tasks.
    await expect(page).toHaveURL(
      '/tasks?status=TODO&status=IN_PROGRESS&status=IN_REVIEW&assignee=me&sort=DUE_ASC&group=due',
    );

    await page.goto('/projects');
    await expect(page.getByRole('article').filter({ hasText: 'Tern launch' })).toContainText(
      /2 members\s*3 open\s*1 overdue/,
    );

    await mara.call('POST', `/tasks/${late.id}/comments`, { text: 'It can wait.' });
    await mara.call('PATCH', `/tasks/${late.id}/status`, { status: 'IN_PROGRESS' });
    await wen.call('PATCH', `/tasks/${late.id}/status`, { status: 'IN_REVIEW' });
    await page.goto(`/projects/${projectId}/activity`);
    const acts = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
    await expect(acts.first()).toContainText('Wen Stone moved it from In Progress to In Review');
    // One person's changes of one task within an hour are one entry.
    await expect(acts.nth(1)).toContainText('moved it from To Do to In Progress');
    await expect(acts.nth(1)).toContainText('It can wait.');
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Wen Stone' }).click();
    await expect(acts).toHaveCount(1);
    await expect(page).toHaveURL(`/projects/${projectId}/activity?person=${wen.id}`);
    await wen.call('PATCH', `/tasks/${late.id}/status`, { status: 'DONE' });
    await expect(acts.first()).toContainText('from In Review to Done');

    // An action on several tasks is one row, which expands to the tasks.
    await page.goto(`/projects/${projectId}/activity`);
    await expect(acts.first()).toContainText('from In Review to Done');
    await mara.call('PATCH', '/tasks/bulk', { ids: [late.id, today.id], priority: 'URGENT' });
    const many = page.getByRole('button', { name: 'Mara Stone set the priority of 2 tasks to Urgent' });
    await expect(many).toHaveAttribute('aria-expanded', 'false');
    await many.focus();
    await page.keyboard.press('Enter');
    await expect(many).toHaveAttribute('aria-expanded', 'true');
    await expect(acts.first().getByRole('link')).toHaveText(['Tonight', 'Late']);
    await context.close();
  },
);

test(
  'a mail’s link to a task opens it after it was moved out of a project that the reader has left',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const [mara, jon] = [await newPerson(baseURL ?? '', 'Mara'), await newPerson(baseURL ?? '', 'Jon')];
    const projectIds: string[] = [];
    for (const name of ['Harbour', 'Quay']) {
      const { id } = await mara.call<{ id: string }>('POST', '/projects', { name });
      await mara.call('POST', `/projects/${id}/members`, { userId: jon.id });
      projectIds.push(id);
    }
    const [from, projectId] = projectIds;
    const task = { projectId: from, title: 'Survey', priority: 'LOW' };
    const { id } = await mara.call<{ id: string }>('POST', '/tasks', task);
    await mara.call('PATCH', `/tasks/${id}/project`, { projectId, status: 'TODO' });
    await mara.call('DELETE', `/projects/${from}/members/${jon.id}`);
    const context = await browserOf(browser, baseURL ?? '', jon);
    const page = await context.newPage();
    await page.goto(`/projects/${from}?task=${id}`);
    await expect(page.getByRole('dialog', { name: 'Survey' })).toBeVisible();
    await expect(page).toHaveURL(/\/tasks\?task=/);
    await context.close();
  },
);
