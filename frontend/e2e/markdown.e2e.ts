import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { XSS_ATTEMPTS } from '../src/ui/markdown/xss.fixture.ts';
import { findViolations } from './accessibility.ts';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newTeam, openLive, type Person } from './people.ts';

const panel = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Activity' });
const description = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Description' });

const TEXT = `# Press kit

One folder, **one link**: [the drive](https://example.com/drive)
and a second line.

- [ ] Photos at 3000 px
- [x] Fact sheet
  - with \`dimensions\`

| Outlet | Embargo | Who | Sent | Language | Format | Remarks |
|---|--:|---|---|---|---|---|
| Nordlys | 9:00 | Ines | yes | Norwegian | PDF | nobody |

\`\`\`sh
cairn export --long-option-of-this-program-that-does-not-fit --another-one
\`\`\`

> Nobody has said so.

1. First
2. Second
`;

test.describe('Markdown', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let maras: BrowserContext;
  let baseURL: string;

  const addTask = (title: string, text = ''): Promise<{ id: string }> =>
    mara.call('POST', '/tasks', { projectId, title, priority: 'MEDIUM', description: text });
  const descriptionNow = async (id: string): Promise<string> =>
    (await mara.call<{ description: string }>('GET', `/tasks/${id}`)).description;

  test.beforeAll(async () => {
    baseURL = test.info().project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL));
  });
  test.beforeEach(async ({ browser }) => {
    maras = await browserOf(browser, baseURL, mara);
  });
  test.afterEach(async () => {
    await maras.close();
  });

  test('is rendered in descriptions, written by keys, and ticked', async () => {
    const { id } = await addTask('Press kit', TEXT);
    const errors = collectConsoleErrors(maras);
    await maras.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await openLive(maras, `/board?task=${id}`);
    const text = description(page);
    await expect(panel(page).getByRole('heading', { name: 'Press kit', level: 3 })).toBeVisible();
    await expect(panel(page).getByRole('link', { name: 'the drive' })).toHaveAttribute(
      'rel',
      'nofollow noopener noreferrer',
    );
    await expect(panel(page).getByRole('table')).toContainText('Nordlys');
    await expect(panel(page).locator('pre')).toContainText('cairn export');
    expect(await findViolations(page)).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);

    // A check in a list is an edit like others: it changes one character of the text.
    await panel(page).getByRole('checkbox', { name: 'Photos at 3000 px' }).click();
    const ticked = TEXT.replace('[ ] Photos', '[x] Photos');
    await expect.poll(() => descriptionNow(id)).toBe(ticked);
    await expect(panel(page).getByRole('checkbox', { name: 'Photos at 3000 px' })).toBeChecked();
    await expect(text).not.toBeFocused();

    // A press on a word puts the caret there, and Markdown is not rendered during the edit.
    await panel(page).getByText('with dimensions').click();
    await expect(text).toBeFocused();
    await expect(panel(page).getByRole('table')).toBeHidden();
    const line = await text.evaluate(
      (area: HTMLTextAreaElement) => area.value.slice(0, area.selectionStart).split('\n').length,
    );
    expect(line).toBe(8);
    await text.blur();

    // A press outside the text has its own effect, although everything below moves when the edit ends.
    await panel(page).getByText('with dimensions').click();
    await expect(text).toBeFocused();
    await panel(page).getByRole('radio', { name: 'History' }).click();
    await expect(panel(page).getByRole('radio', { name: 'History' })).toBeChecked();
    await expect(panel(page).getByRole('table')).toBeVisible();
    await panel(page).getByRole('radio', { name: 'All' }).check();

    // Enter continues lists, marks surround the selection, and a pasted address makes the selected words a link.
    await panel(page).getByRole('link', { name: 'the drive' }).focus();
    for (let tabs = 0; tabs < 6; tabs += 1) {
      if (await text.evaluate((area) => area === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(text).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('- one\ntwo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('See this');
    await expect(text).toHaveValue('- one\n- two\nSee this');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+b');
    await expect(text).toHaveValue('- one\n- two\nSee **this**');
    await page.keyboard.press('Control+b');
    await page.evaluate(() => navigator.clipboard.writeText('https://example.com/plan'));
    await page.keyboard.press('Control+v');
    await expect(text).toHaveValue('- one\n- two\nSee [this](https://example.com/plan)');
    // The browser's own undo knows it.
    await page.keyboard.press('Control+z');
    await expect(text).toHaveValue('- one\n- two\nSee this');
    await page.keyboard.press('Control+Enter');
    await text.blur();
    await expect(panel(page).getByRole('listitem').filter({ hasText: /^two/ })).toBeVisible();
    await expect.poll(() => descriptionNow(id)).toBe('- one\n- two\nSee this');
    expect(errors).toEqual([]);
  });

  test('has the bullet of an item on the side where its words begin', async () => {
    const { id } = await addTask('Two scripts', '- one\n- שלום');
    const page = await openLive(maras, `/board?task=${id}`);
    const indent = (text: string) =>
      panel(page)
        .getByRole('listitem')
        .filter({ hasText: text })
        .first()
        .evaluate((item) => {
          const { marginLeft, marginRight } = getComputedStyle(item);
          return [marginLeft, marginRight];
        });
    expect(await indent('one')).toEqual(['24px', '0px']);
    expect(await indent('שלום')).toEqual(['0px', '24px']);
    await page.close();
  });

  test(
    'is rendered in comments, which are shown among the changes, however many there are',
    { tag: '@full' },
    async () => {
      const { id } = await addTask('Carton');
      const page = await openLive(maras, `/board?task=${id}`);
      const [username = ''] = wen.email.split('@');
      const text = panel(page).getByRole('textbox', { name: 'Comment' });
      await text.fill(`**@${username}** not \`@${username}\`\nwww.example.com`);
      await page.keyboard.press('Control+Enter');
      const said = panel(page).getByRole('article', { name: 'Comment by Mara Stone' });
      await expect(said.locator('strong')).toHaveText(`@${username}`);
      await expect(said.locator('code')).toHaveText(`@${username}`);
      await expect(said.locator('.text-accent-ink').filter({ hasText: '@' })).toHaveCount(1);
      await expect(said.getByRole('link')).toHaveAttribute('href', 'http://www.example.com');
      // A line break is one.
      const rows = await said.locator('p').evaluate((p) => p.getClientRects()[0]?.height ?? 0);
      expect(rows).toBeGreaterThan(35);

      // One stream, the latest last, live.
      const list = panel(page).getByRole('list', { name: 'Comments and history' });
      await wen.call('PATCH', `/tasks/${id}/status`, { status: 'DONE' });
      await wen.call('POST', `/tasks/${id}/comments`, { text: 'Well done' });
      await expect(list.locator(':scope > li')).toHaveText([
        /created the task/,
        /www\.example\.com/,
        /Wen Stone moved it from To Do to Done/,
        /Well done/,
      ]);
      await panel(page).getByRole('radio', { name: 'History' }).check();
      await expect(panel(page).getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(2);
      await panel(page).getByRole('radio', { name: 'Comments' }).check();
      await expect(panel(page).getByRole('list', { name: 'Comments' }).getByRole('article')).toHaveCount(2);

      // 105 comments among 60 changes: earlier entries are loaded on request, and all are shown in order.
      await page.goto('about:blank');
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          ...Array.from({ length: 21 }, (_, at) =>
            wen.call('POST', `/tasks/${id}/comments`, { text: `Word ${round}.${at}` }),
          ),
          ...Array.from({ length: 12 }, (_, at) => mara.call('PUT', `/tasks/${id}`, { tags: [`${round}.${at}`] })),
        ]);
      }
      await wen.call('POST', `/tasks/${id}/comments`, { text: 'The last word' });
      await page.goto(`/board?task=${id}`);
      await expect(list).toContainText('The last word');
      await expect(list).not.toContainText('created the task');
      const times = (): Promise<string[]> =>
        list.locator('time').evaluateAll((all) => all.map((time) => (time as HTMLTimeElement).dateTime));
      const earlier = panel(page).getByRole('button', { name: 'Show earlier' });
      for (let pages = 0; pages < 4 && (await earlier.isVisible()); pages += 1) {
        const before = await times();
        expect(before).toEqual(before.toSorted());
        await earlier.click();
        await expect.poll(async () => (await times()).length).toBeGreaterThan(before.length);
      }
      await expect(earlier).toBeHidden();
      await expect(list.getByRole('article')).toHaveCount(108);
      await expect(list.locator(':scope > li').first()).toContainText('created the task');
      const all = await times();
      expect(all).toEqual(all.toSorted());
      // If the request came from a key, the focus stays at the same entry.
      await expect(list).toBeFocused();
    },
  );

  test('runs no script and sends no request, whatever the text', async () => {
    const { id } = await addTask('Hostile', XSS_ATTEMPTS.slice(0, 20).join('\n\n').slice(0, 1000));
    // The database takes no text with this character.
    const texts = XSS_ATTEMPTS.filter((text) => !text.includes('\u0000'));
    for (const text of texts) await wen.call('POST', `/tasks/${id}/comments`, { text });
    const outside: string[] = [];
    const dialogs: string[] = [];
    await maras.route(
      (url) => url.origin !== baseURL,
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    maras.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const page = await openLive(maras, `/board?task=${id}`);
    await expect(panel(page).getByRole('article')).toHaveCount(texts.length);
    const shown = panel(page).locator('.md');
    await expect(shown.locator('a').first()).toBeVisible();
    expect(
      await shown
        .locator('script, img, svg:not(.lucide), iframe, object, embed, video, audio, form, style, link, meta, base')
        .count(),
    ).toBe(0);
    const hrefs = await shown
      .locator('a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(hrefs.length).toBeGreaterThan(10);
    expect([...new Set(hrefs)].toSorted()).toEqual(['http:', 'https:', 'mailto:']);
    expect({ outside, dialogs }).toEqual({ outside: [], dialogs: [] });
  });
});
