import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { collectConsoleErrors } from './consoleErrors.ts';
import { holdRequests } from './holdRequests.ts';
import { browserOf, newPerson } from './people.ts';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** A photo of one colour. */
const photo = async (background: object) =>
  file(
    'face.jpg',
    await sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

/** The loaded picture within an element: its side in pixels, and its address. */
const loaded = (place: Locator) =>
  place.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, new URL(image.src).pathname.split('/')[1]];
  });

/** Drops a file onto the page, or pastes it. */
const bring = (page: Page, how: 'drop' | 'paste', { name, mimeType, buffer }: ReturnType<typeof file>): Promise<void> =>
  page.evaluate(
    ([way, called, type, content]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], called, { type }));
      const more = { bubbles: true, cancelable: true };
      const event =
        way === 'drop'
          ? new DragEvent('drop', { ...more, dataTransfer: data })
          : new ClipboardEvent('paste', { ...more, clipboardData: data });
      document.body.dispatchEvent(event);
    },
    [how, name, mimeType, buffer.toString('base64')] as const,
  );

test(
  'a picture is chosen, dropped, pasted, refused with a message and removed, and others see it',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const home = baseURL ?? '';
    const [mara, ines] = [await newPerson(home, 'Mara'), await newPerson(home, 'Ines')];
    const { id: project } = await ines.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    await ines.call('POST', `/projects/${project}/members`, { userId: mara.id });
    await ines.call('POST', '/tasks', { projectId: project, title: 'Sign off', priority: 'LOW', assigneeId: mara.id });
    const context = await browserOf(browser, home, mara);
    const others = await browserOf(browser, home, ines);
    const page = await context.newPage();
    const consoleErrors = collectConsoleErrors(context);
    await page.goto('/profile');
    const heading = page.getByRole('main').locator('header');
    const camera = page.getByRole('button', { name: 'Change picture' });
    // The font changes the width of the name.
    await page.evaluate(() => document.fonts.ready);
    const place = await page.getByRole('heading', { name: 'Mara Stone' }).boundingBox();

    // after the choice, the progress is shown until the server has the picture
    const letGo = await holdRequests(page, '**/api/auth/avatar');
    const chooser = page.waitForEvent('filechooser');
    await camera.click();
    await (await chooser).setFiles(await photo({ r: 200, g: 80, b: 60 }));
    await expect(page.getByRole('progressbar', { name: 'Uploading picture' })).toBeVisible();
    await expect(camera).toHaveAttribute('aria-busy', 'true');
    letGo();
    await expect(page.getByText('Picture updated successfully')).toBeVisible();
    await page.unroute('**/api/auth/avatar');
    expect(await loaded(heading)).toEqual([256, 'avatars']);
    expect(await loaded(page.getByRole('button', { name: 'Account menu' }))).toEqual([256, 'avatars']);
    expect(await page.getByRole('heading', { name: 'Mara Stone' }).boundingBox()).toEqual(place);

    // others see it; where it cannot be loaded, the initials
    const away = await others.newPage();
    await away.goto(`/projects/${project}`);
    expect(await loaded(away.getByRole('img', { name: 'Mara Stone' }))).toEqual([256, 'avatars']);
    await others.route('**/avatars/**', (route) => route.abort());
    const broken = await others.newPage();
    await broken.goto(`/projects/${project}`);
    await expect(broken.getByRole('img', { name: 'Mara Stone' })).toHaveText('MS');

    // dropped and pasted: another picture each time
    const source = () => heading.locator('img').getAttribute('src');
    for (const how of ['drop', 'paste'] as const) {
      const before = await source();
      await bring(page, how, await photo({ r: 40, g: 90, b: 200 }));
      await expect.poll(source).not.toBe(before);
      expect(await loaded(heading)).toEqual([256, 'avatars']);
    }

    // refused: in words at its place, and the picture stays
    const kept = await source();
    const problem = heading.getByRole('alert');
    const choose = (chosen: ReturnType<typeof file>) => heading.locator('input[type=file]').setInputFiles(chosen);
    await choose(file('notes.jpg', Buffer.from('no picture at all')));
    await expect(problem).toHaveText('This file cannot be read as a picture: please choose a PNG, JPEG or WebP');
    await expect(camera).toHaveAccessibleDescription(/cannot be read as a picture/);
    await choose(file('large.jpg', Buffer.alloc(5 * 1024 * 1024 + 1)));
    await expect(problem).toHaveText('This file is too large: a picture may have up to 5 MB');
    await page.route('**/api/auth/avatar', (route) => route.abort());
    await choose(await photo({ r: 0, g: 0, b: 0 }));
    await expect(problem).toContainText('connection');
    expect(await source()).toBe(kept);

    // taken away
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect(page.getByText('Picture removed')).toBeVisible();
    await expect(problem).toBeEmpty();
    await expect(camera).toBeFocused();
    await page.reload();
    await expect(camera).toBeVisible();
    await expect(page.locator('img[src^="/avatars/"]')).toHaveCount(0);
    expect(consoleErrors.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    await Promise.all([context.close(), others.close()]);
  },
);
