import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newTeam, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Paint the hull' });
const files = (page: Page): Locator => panel(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
const card = (page: Page): Locator => page.locator('[data-card]', { hasText: 'Paint the hull' });
const moreOf = async (page: Page, name: string, action: string): Promise<void> => {
  await panel(page)
    .getByRole('button', { name: `More actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const attach = (page: Page, ...sent: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
  panel(page).locator('input[type=file][multiple]').setInputFiles(sent);
const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });

/** A picture that the browser draws. */
const draw = async (page: Page, name: string) => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 400];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#2c89a0';
    context.fillRect(0, 0, 640, 400);
    context.fillStyle = '#f2b134';
    context.fillRect(80, 120, 320, 160);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
};
const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);

test.describe('the files of a task', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let taskId: string;
  let maras: BrowserContext;
  let wens: BrowserContext;
  let errors: string[];

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL));
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', {
      projectId,
      title: 'Paint the hull',
      priority: 'MEDIUM',
    }));
    [maras, wens] = [await browserOf(browser, baseURL, mara), await browserOf(browser, baseURL, wen)];
    errors = collectConsoleErrors(maras);
  });
  test.afterEach(async () => {
    await Promise.all([maras.close(), wens.close()]);
    expect(errors).toEqual([]);
  });

  test('are attached, seen by others at once, opened, renamed, downloaded and deleted, which can be undone', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    const other = await openLive(wens, `/board?project=${projectId}`);
    await attach(page, await draw(page, 'hull.png'), text('plan.txt', 'Sand, then paint'));
    await expect(files(page)).toHaveCount(2);
    await expect(panel(page)).toContainText('hull.png');
    await expect(card(other)).toContainText('2 files');
    // On the card of everyone.
    await moreOf(page, 'hull.png', 'Show on the card');
    await isDrawn(card(other).locator('img[src^="blob:"]'));
    await panel(page).getByRole('button', { name: 'Open hull.png' }).click();
    await isDrawn(page.getByRole('dialog', { name: 'hull.png' }).getByRole('img', { name: 'hull.png' }));
    await page.keyboard.press('Escape');
    await moreOf(page, 'plan.txt', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Plan of the hull.txt');
    await page.keyboard.press('Enter');
    await expect(files(page).filter({ hasText: 'Plan of the hull.txt' })).toHaveCount(1);
    const download = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: 'Open Plan of the hull.txt' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('Plan of the hull.txt');
    expect(await readFile(await saved.path(), 'utf8')).toBe('Sand, then paint');
    await moreOf(page, 'hull.png', 'Delete');
    // A message stays as long as the pointer is on it.
    await page.locator('.toast', { hasText: 'File deleted' }).hover();
    await expect(card(other)).toContainText('1 file');
    await expect(card(other).locator('img[src^="blob:"]')).toHaveCount(0);
    await page.locator('.toast', { hasText: 'File deleted' }).getByRole('button', { name: 'Undo' }).click();
    await expect(files(page)).toHaveCount(2);
    await isDrawn(card(other).locator('img[src^="blob:"]'));
    await panel(page).getByRole('radio', { name: 'History' }).click();
    await expect(panel(page).getByText('attached hull.png')).toBeVisible();
    await expect(panel(page).getByText('showed hull.png on the card')).toBeVisible();
  });

  test('are dropped on the page or pasted, by the keyboard too, and say why one is refused', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await expect(panel(page).getByRole('button', { name: 'Attach files' })).toBeVisible();
    const drop = (type: string, sent: { name: string; words: string }): Promise<void> =>
      page.evaluate(
        ([kind, { name, words }]) => {
          const data = new DataTransfer();
          data.items.add(new File([words], name, { type: 'text/plain' }));
          const event =
            kind === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
          (document.activeElement ?? document.body).dispatchEvent(event);
        },
        [type, sent] as const,
      );
    await drop('dragover', { name: 'dropped.txt', words: 'One' });
    await expect(panel(page).getByText('Drop files to attach them')).toBeVisible();
    await drop('drop', { name: 'dropped.txt', words: 'One' });
    await drop('paste', { name: 'pasted.txt', words: 'Two' });
    await expect(files(page)).toHaveCount(2);
    // It is made in the page, because Playwright would send it there as a text of 35 MB.
    await panel(page)
      .locator('input[type=file][multiple]')
      .evaluate(
        (input: HTMLInputElement, bytes: number) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'film.mp4', { type: 'video/mp4' }));
          input.files = data.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        },
        26 * 1024 * 1024,
      );
    const refused = panel(page).getByRole('listitem').filter({ hasText: 'film.mp4' });
    await expect(refused).toContainText('The file is too large');
    await refused.getByRole('button', { name: 'Remove film.mp4 from the list' }).click();
    await expect(refused).toHaveCount(0);
    errors.length = 0;
  });

  test('are pictures in a description and a comment when they are pasted into them, which others see', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    const { buffer } = await draw(page, 'hull.png');
    const paste = (into: Locator, name: string): Promise<void> =>
      into.evaluate(
        (area, [base64, file]) => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
          data.items.add(new File([bytes], file, { type: 'image/png' }));
          area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        },
        [buffer.toString('base64'), name] as const,
      );
    const description = panel(page).getByRole('textbox', { name: 'Description' });
    await description.focus();
    await page.keyboard.type('Paint it like this: ');
    await paste(description, 'like [this].png');
    await expect(description).toHaveValue(/^Paint it like this: !\[like \\\[this\\\]\.png\]\(\/files\//);
    await page.keyboard.press('Control+Enter');
    const comment = panel(page).getByRole('textbox', { name: 'Comment' });
    await comment.focus();
    await paste(comment, 'hull.png');
    await page.keyboard.press('Control+Enter');
    await isDrawn(panel(page).getByRole('img', { name: 'hull.png' }));
    const other = await openLive(wens, `/board?project=${projectId}&task=${taskId}`);
    await isDrawn(panel(other).getByRole('img', { name: 'like [this].png' }));
    await isDrawn(panel(other).getByRole('img', { name: 'hull.png' }));
    await expect(files(other)).toHaveCount(2);
    // A picture is requested again until it is there.
    errors.length = 0;
  });

  test('are stored on the device without a connection, also when the page is closed', { tag: '@full' }, async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await expect(panel(page).getByRole('button', { name: 'Attach files' })).toBeVisible();
    await maras.setOffline(true);
    await attach(page, text('first.txt', 'One'), text('second.txt', 'Two'));
    await expect(panel(page).getByText('Waits for a connection')).toHaveCount(2);
    await panel(page).getByRole('button', { name: 'Cancel the upload of first.txt' }).click();
    await expect(panel(page).getByText('Waits for a connection')).toHaveCount(1);
    await page.close();
    await maras.setOffline(false);
    const again = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await expect(files(again)).toHaveText([/second\.txt/]);
    await expect(card(again)).toContainText('1 file');
    errors.length = 0;
  });

  test('continue after a lost connection from where they stopped', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    const ranges: (string | undefined)[] = [];
    // The first attempt arrives in part; the rest follows with `Content-Range`.
    await maras.route('**/api/tasks/*/attachments?*', async (route) => {
      const request = route.request();
      ranges.push(request.headers()['content-range']);
      if (ranges.length === 1) return route.abort('connectionreset');
      return route.continue();
    });
    await attach(page, { name: 'long.bin', mimeType: '', buffer: Buffer.alloc(700 * 1024, 'hull') });
    await expect(files(page)).toHaveText([/long\.bin/]);
    expect(ranges).toHaveLength(2);
    errors.length = 0;
  });
});
