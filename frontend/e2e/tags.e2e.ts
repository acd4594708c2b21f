import { expect, test, type Locator, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { addTasks, browserOf, newPerson, openLive } from './people.ts';

interface Made {
  id: string;
}

const GREEN = '#2f8068';

/** The color of the dot before a tag; null if there is none. */
const dotOf = (tag: Locator): Promise<string | null> =>
  tag.evaluate((element) => {
    const { content, backgroundColor } = getComputedStyle(element, '::before');
    return content === 'none' ? null : backgroundColor;
  });

const tagOn = (page: Page, title: string, tag: string): Locator =>
  page.locator('article', { hasText: title }).locator('.tag', { hasText: tag });

test(
  'a tag gets a color by keyboard, which everyone sees at once, and which can be undone',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const [mara, jon] = [await newPerson(baseURL ?? '', 'Mara'), await newPerson(baseURL ?? '', 'Jon')];
    const { id } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' });
    const other = await mara.call<Made>('POST', '/projects', { name: 'Garden' });
    await mara.call('POST', `/projects/${id}/members`, { userId: jon.id });
    await addTasks(mara, id, [
      { title: 'Keel', tags: ['oak', 'wet "paint"'] },
      { title: 'Ribs', tags: ['oak'] },
    ]);
    await addTasks(mara, other.id, [{ title: 'Beds', tags: ['oak'] }]);
    const contexts = [await browserOf(browser, baseURL ?? '', mara), await browserOf(browser, baseURL ?? '', jon)];
    const errors = contexts.map(collectConsoleErrors);
    const page = await openLive(contexts[0]!, `/projects/${id}`);
    const theirs = await openLive(contexts[1]!, '/board');

    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: 'Tags and colors' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await expect(dialog.getByRole('listitem')).toHaveText([/^oak2 tasks$/, /^wet "paint"1 task$/]);
    const oak = dialog.getByRole('button', { name: /^oak/ });
    await oak.press('Enter');
    await expect(oak).toHaveAttribute('aria-expanded', 'true');
    const colors = dialog.getByRole('radiogroup', { name: 'Color of oak' });
    await colors.getByRole('radio', { name: 'No color' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Tag color changed')).toBeVisible();
    // Another person's choice appears in the open dialog.
    const wet = dialog.getByRole('button', { name: /^wet/ });
    await wet.press('Enter');
    await jon.call('PUT', `/projects/${id}/tags/${encodeURIComponent('wet "paint"')}`, { color: '#4568b8' });
    await expect(dialog.getByRole('radio', { name: 'Gentian' })).toBeChecked();
    await jon.call('PUT', `/projects/${id}/tags/${encodeURIComponent('wet "paint"')}`, { color: null });
    await expect(dialog.getByRole('radio', { name: 'No color' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await expect.poll(() => dotOf(tagOn(page, 'Keel', 'oak'))).toMatch(/^(rgb|oklch|color)/);
    await expect.poll(() => dotOf(tagOn(theirs, 'Ribs', 'oak'))).toMatch(/^(rgb|oklch|color)/);
    // A tag's name that is also CSS syntax; a tag without a color has no dot.
    expect(await dotOf(tagOn(page, 'Keel', 'wet "paint"'))).toBeNull();
    await mara.call('PUT', `/projects/${id}/tags/${encodeURIComponent('wet "paint"')}`, { color: '#123456' });
    await expect.poll(() => dotOf(tagOn(page, 'Keel', 'wet "paint"'))).toBe('rgb(18, 52, 86)');

    // Only in the tag's own project, also after a reload.
    await page.goto('/board');
    await expect.poll(() => dotOf(tagOn(page, 'Ribs', 'oak'))).not.toBeNull();
    expect(await dotOf(tagOn(page, 'Beds', 'oak'))).toBeNull();
    await page.getByRole('link', { name: 'Keel', exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect.poll(() => dotOf(panel.locator('.tag[title="oak"]'))).not.toBeNull();

    await mara.call('PUT', `/projects/${id}/tags/oak`, { color: GREEN });
    await mara.call('PUT', `/projects/${id}/tags/oak`, { color: null });
    await expect.poll(() => dotOf(tagOn(theirs, 'Ribs', 'oak'))).toBeNull();
    expect(errors.flat()).toEqual([]);
    for (const context of contexts) await context.close();
  },
);

test(
  'the color of a tag is undone by Ctrl+Z, and viewers cannot change it',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const [mara, jon] = [await newPerson(baseURL ?? '', 'Mara'), await newPerson(baseURL ?? '', 'Jon')];
    const { id } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' });
    await mara.call('POST', `/projects/${id}/members`, { userId: jon.id, role: 'VIEWER' });
    await addTasks(mara, id, [{ title: 'Keel', tags: ['oak'] }]);
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await openLive(context, `/projects/${id}`);
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: 'Tags and colors' }).click();
    await page.getByRole('button', { name: /^oak/ }).click();
    await page.getByRole('radio', { name: 'Spruce' }).check({ force: true });
    await expect.poll(() => dotOf(tagOn(page, 'Keel', 'oak'))).not.toBeNull();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Tags' })).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect.poll(() => dotOf(tagOn(page, 'Keel', 'oak'))).toBeNull();
    await context.close();

    const reader = await browserOf(browser, baseURL ?? '', jon);
    const theirs = await openLive(reader, `/projects/${id}`);
    await theirs.getByRole('button', { name: 'Project actions' }).click();
    await expect(theirs.getByRole('menuitem', { name: 'Leave project' })).toBeVisible();
    await expect(theirs.getByRole('menuitem', { name: 'Tags and colors' })).toHaveCount(0);
    await reader.close();
  },
);
