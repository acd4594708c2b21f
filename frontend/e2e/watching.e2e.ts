import { type BrowserContext, expect, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

test.describe('the notifications of a person', () => {
  let mara: Person;
  let jon: Person;
  let context: BrowserContext;
  let errors: string[];
  let projectId: string;
  let taskId: string;

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    [mara, jon] = [await newPerson(baseURL, 'Mara'), await newPerson(baseURL, 'Jon')];
    ({ id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' }));
    await mara.call('POST', `/projects/${projectId}/members`, { userId: jon.id });
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', { projectId, priority: 'LOW', title: 'Paint' }));
    context = await browserOf(browser, baseURL, jon);
    errors = collectConsoleErrors(context);
  });
  test.afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });

  test('cover watched tasks, and no muted ones', async () => {
    const page = await openLive(context, `/board?project=${projectId}&task=${taskId}`);
    const watch = page.getByRole('button', { name: /^(?:Watching|Not watching)/ });
    await expect(watch).toContainText('Not watching');
    await watch.press('Enter');
    await expect(watch).toContainText(/^Watching/);
    await mara.call('POST', `/tasks/${taskId}/comments`, { text: 'Blue?' });
    await expect(page.getByRole('button', { name: /Notifications/ })).toContainText('2');
    await watch.click();
    await expect(watch).toContainText('Not watching');
    await page.keyboard.press('Escape');
    await page.goto(`/projects/${projectId}`);
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute project' }).click();
    await expect(page.getByText('Project muted')).toBeVisible();
    await page.getByRole('button', { name: 'Project actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Unmute project' })).toBeVisible();
  });

  test('can be snoozed, and return', async () => {
    const page = await openLive(context, '/dashboard');
    await page.getByRole('button', { name: /Notifications/ }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'added you to' });
    await row.hover();
    await row.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
    await expect(page.getByText(/Snoozed until/)).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Snoozed' }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByText('Nothing is snoozed')).toBeVisible();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Back to notifications' }).click();
    await expect(row).toBeVisible();
  });

  test('are chosen by kind and channel', { tag: '@full' }, async () => {
    const page = await openLive(context, '/settings#notifications');
    await page.getByRole('button', { name: 'Choose by kind' }).click();
    const box = page.getByRole('checkbox', { name: 'Comments: Email' });
    await expect(box).toBeChecked();
    await box.uncheck();
    await expect(page.getByText('Notification preferences updated')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Choose by kind' }).click();
    await expect(box).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Comments: In app' })).toBeChecked();
  });
});
