import { expect, test } from '@playwright/test';
import { browserOf, newPerson } from './people.ts';

test('GraphiQL opens with an example that runs, and a subscription that follows', async ({ browser, baseURL }) => {
  const url = baseURL ?? '';
  const mara = await newPerson(url, 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await mara.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
  const context = await browserOf(browser, url, mara);
  const page = await context.newPage();
  await page.goto('/graphql');

  const result = page.locator('.graphiql-response');
  await expect(page.locator('.graphiql-query-editor')).toContainText(/signed.in.to.the.app.in.this.browser/);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  // the editor writes no-break spaces
  await expect(result).toContainText(/Book.freight/);

  await page.getByRole('tab', { name: 'Changes' }).click();
  // GraphiQL reads the name of the operation a moment after it has shown the tab; until then it sends the previous
  // name.
  await expect(async () => {
    const execute = page.getByRole('button', { name: /^Execute query/ });
    if (await execute.isVisible()) await execute.click();
    await expect(result).toContainText('PROJECT_JOINED', { timeout: 1_000 });
  }).toPass();
  await mara.call('POST', '/tasks', { projectId, title: 'Hire a crane', priority: 'LOW' });
  await expect(result).toContainText(/Hire.a.crane/);
  await context.close();
});
