import { expect, test } from '@playwright/test';
import { addTasks, browserOf, newPerson } from './people.ts';
import { openScreen } from './screens.ts';

const LONG = `https://example.com/${'long/'.repeat(60)}`;

test('addresses in texts are links, and nothing else is', { tag: '@full' }, async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', {
    name: 'Tern launch',
    description: `Plan: https://example.com/plan ${'and so on '.repeat(80)}The end.`,
  });
  const description = `See https://example.com/a_(b), <img src=x onerror=alert(1)>\njavascript:alert(1) and ${LONG}`;
  const { id } = await mara.call<{ id: string }>('POST', '/tasks', {
    projectId,
    title: 'Links',
    description,
    priority: 'LOW',
    tags: [],
  });
  await mara.call('POST', `/tasks/${id}/comments`, { text: '**Here**: http://example.com/c?d=e. <b>bold</b>' });
  const context = await browserOf(browser, baseURL ?? '', mara);
  await context.route('https://example.com/**', (route) => route.fulfill({ body: 'There', contentType: 'text/plain' }));
  const page = await context.newPage();
  await openScreen(page, `/projects/${projectId}?task=${id}`);
  const panel = page.getByRole('dialog', { name: 'Links' });
  const text = panel.getByRole('textbox', { name: 'Description' });
  await expect(text).toHaveValue(description);

  const said = panel.getByRole('article', { name: /Comment by/ });
  await expect(said.getByRole('link')).toHaveText(['http://example.com/c?d=e']);
  await expect(said).toContainText('<b>bold</b>');
  const links = panel.locator('a[href^="http"]');
  await expect(links).toHaveCount(3);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
  }
  // Even a long link stays within the panel.
  await expect(panel.getByRole('link', { name: LONG })).toBeVisible();
  const overflow = await panel.evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => {
      const { right } = part.getBoundingClientRect();
      return right > element.getBoundingClientRect().right + 1;
    }),
  );
  expect(overflow).toBe(false);

  // Pressing a link opens it and starts no edit; pressing the text next to it does.
  const opened = context.waitForEvent('page');
  await panel.getByRole('link', { name: 'https://example.com/a_(b)' }).click();
  const there = await opened;
  await expect(there).toHaveURL('https://example.com/a_(b)');
  expect(await there.evaluate(() => window.opener)).toBeNull();
  await there.close();
  await expect(text).not.toBeFocused();
  await panel
    .locator('.md')
    .first()
    .click({ position: { x: 12, y: 12 } });
  await expect(text).toBeFocused();
  await expect(panel.getByRole('link', { name: 'https://example.com/a_(b)' })).toBeHidden();
  await page.keyboard.press('End');
  await page.keyboard.type(' https://example.com/new');
  await page.keyboard.press('Control+Enter');
  await text.blur();
  await expect(panel.getByRole('link', { name: 'https://example.com/new' })).toBeVisible();

  // By keys, the links come before the text.
  await panel.getByRole('link', { name: 'https://example.com/a_(b)' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();

  await openScreen(page, `/projects/${projectId}`);
  await expect(page.getByRole('link', { name: 'https://example.com/plan' })).toHaveAttribute('target', '_blank');
  // The rest of a long description comes when it is asked for.
  await page.getByRole('button', { name: 'more' }).click();
  await expect(page.getByText('The end.')).toBeVisible();
  const height = await page.getByText('The end.').evaluate((p) => p.clientHeight - p.scrollHeight);
  expect(height).toBe(0);
  await page.getByRole('button', { name: 'less' }).click();
  await expect(page.getByRole('button', { name: 'more' })).toBeVisible();
  await context.close();
});

test(
  'keys of tasks in texts open them, and texts that look like keys do not',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Harbour', key: 'HARB' });
    const other = await mara.call<{ id: string }>('POST', '/projects', { name: 'Garden', key: 'GARD' });
    const [first] = await addTasks<{ id: string; key: string }>(mara, project.id, [
      {
        title: 'Dredge',
        description: 'After HARB-2, like GARD-1 in UTF-8, not [HARB-2](https://example.com/x) or `HARB-2`',
      },
      { title: 'Sound the depth' },
    ]);
    await addTasks(mara, other.id, [{ title: 'Dig the beds' }]);
    await mara.call('POST', `/tasks/${first?.id}/comments`, { text: 'Waits for HARB-2.' });
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await context.newPage();
    await openScreen(page, `/projects/${project.id}?task=HARB-1`);
    const panel = page.getByRole('dialog', { name: 'Dredge' });
    await expect(panel.locator('.md').first().getByRole('link')).toHaveText(['HARB-2', 'GARD-1', 'HARB-2']);
    await expect(panel.getByRole('article').getByRole('link')).toHaveText(['HARB-2']);
    // It opens over the page, in place of the task with the comment.
    await panel.getByRole('article').getByRole('link', { name: 'HARB-2' }).click();
    await expect(page.getByRole('dialog', { name: 'Sound the depth' })).toBeVisible();
    await expect(page).toHaveURL(/task=HARB-2/);
    await page.goto(`/projects/${project.id}?task=HARB-1`);
    await panel.getByRole('link', { name: 'GARD-1' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Dig the beds' })).toBeVisible();
    await context.close();
  },
);
