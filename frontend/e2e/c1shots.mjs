import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:25200';
const out = '/tmp/c1-shots/';
const call = async (m, p, b, t) => {
  const r = await fetch(base + '/api' + p, {
    method: m,
    headers: { 'content-type': 'application/json', ...(t && { authorization: `Bearer ${t}` }) },
    ...(b && { body: JSON.stringify(b) }),
  });
  const x = await r.text();
  if (!r.ok) throw new Error(p + x);
  return x ? JSON.parse(x).data : null;
};
const person = async (f, l) => {
  const u = `${f.toLowerCase()}${Date.now()}`;
  const d = await call('POST', '/auth/register', {
    firstName: f,
    lastName: l,
    username: u,
    email: u + '@example.com',
    password: 'Tern1Harbour',
  });
  return { id: d.user.id, u, t: d.tokens.accessToken };
};
const mara = await person('Mara', 'Okafor');
const ines = await person('Ines', 'Duarte');
const p = await call('POST', '/projects', { name: 'Press and partners', color: '#9b59b6' }, mara.t);
await call('POST', `/projects/${p.id}/members`, { userId: ines.id }, mara.t);
const mk = (title, more) => call('POST', '/tasks', { title, projectId: p.id, priority: 'MEDIUM', ...more }, mara.t);
for (const x of ['Book freight for the first 1,200 units', 'Pricing page', 'FAQ'])
  await mk(x, { tags: ['web', 'copy', 'legal'] });
const t = await mk(
  'Press kit: product photos, fact sheet, founder bios and embargo dates for the twelve outlets that asked',
  {
    description:
      'One folder, one link. Photos at 3000 px with and without background, the two-page fact sheet and the embargo note from legal.',
    priority: 'HIGH',
    status: 'IN_PROGRESS',
    dueDate: '2026-11-27T17:00:00Z',
    assigneeId: ines.id,
    tags: ['press', 'photos', 'copy', 'embargo', 'bios'],
  },
);
await call(
  'POST',
  `/tasks/${t.id}/comments`,
  {
    text: 'Nordlys asked whether they may use the harbour picture in their own shop. I said yes, with our credit line.',
  },
  ines.t,
).catch((e) => console.log(String(e)));
await call(
  'POST',
  `/tasks/${t.id}/comments`,
  { text: `Cut-outs are done. @${mara.u} the embargo note still says November 30; should it follow the launch?` },
  ines.t,
).catch(() => {});
const long = await mk(
  'W'.repeat(40) + ' a very long title that goes on and on and on '.repeat(4).slice(0, 159).trim(),
  { tags: Array.from({ length: 20 }, (_, i) => `tag number ${i} ${'x'.repeat(12)}`) },
);
await call(
  'POST',
  `/tasks/${long.id}/comments`,
  { text: 'Lorem ipsum dolor sit amet, consectetur. '.repeat(121) },
  ines.t,
).catch(() => {});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const open = async (theme, w, h) => {
  const c = await browser.newContext({
    viewport: { width: w, height: h },
    locale: 'en-US',
    timezoneId: 'UTC',
    hasTouch: w < 500,
    isMobile: w < 500,
  });
  await c.addInitScript(
    ([v, th]) => {
      localStorage.setItem('token', v);
      localStorage.setItem('theme', th);
    },
    [mara.t, theme],
  );
  const pg = await c.newPage();
  pg.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text()));
  pg.on('pageerror', (e) => console.log('PAGEERR', e));
  return pg;
};
const themeOf = async (theme) => {
  await fetch(base + '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${mara.t}` },
    body: JSON.stringify({
      query: `mutation { updatePreferences(input: {theme: ${theme.toUpperCase()}}) { preferences { theme } } }`,
    }),
  });
};
for (const theme of ['light', 'dark']) {
  await themeOf(theme);
  const pg = await open(theme, 1400, 900);
  await pg.goto(`${base}/board?task=${t.id}`);
  await pg.getByText('Cut-outs').waitFor();
  await pg.waitForTimeout(500);
  await pg.screenshot({ path: `${out}task-1400-${theme}.png` });
  if (theme === 'light') {
    await pg
      .getByRole('textbox', { name: 'Description' })
      .fill(
        'One folder, one link. Photos at 3000 px and 1200 px, the two-page fact sheet and the embargo note from legal.',
      );
    await call(
      'PUT',
      `/tasks/${t.id}`,
      {
        description:
          'One folder, one link. Photos at 3000 px and 800 px, the two-page fact sheet and the embargo note from legal.',
      },
      ines.t,
    );
    await pg.getByText('Nothing is lost').waitFor();
    await pg.waitForTimeout(400);
    await pg.screenshot({ path: `${out}conflict-1400.png` });
    await pg.getByRole('button', { name: 'Take theirs' }).click();
    await pg.getByRole('button', { name: /^Due Date/ }).click();
    await pg.waitForTimeout(300);
    await pg.screenshot({ path: `${out}due-1400.png` });
    await pg.keyboard.press('Escape');
    await pg.getByRole('combobox', { name: 'Tags' }).click();
    await pg.keyboard.type('le');
    await pg.waitForTimeout(500);
    await pg.screenshot({ path: `${out}tags-1400.png` });
    await pg.goto(`${base}/tasks?task=${long.id}`);
    await pg.getByText('Lorem').waitFor();
    await pg.waitForTimeout(300);
    await pg.screenshot({ path: `${out}long-1400.png` });
    await pg.goto(`${base}/tasks?task=00000000-0000-7000-8000-000000000000`);
    await pg.getByText('Task not found').waitFor();
    await pg.screenshot({ path: `${out}gone-1400.png` });
  }
  const ph = await open(theme, 360, 780);
  await ph.goto(`${base}/board?task=${t.id}`);
  await ph.getByText('Cut-outs').waitFor();
  await ph.waitForTimeout(500);
  await ph.screenshot({ path: `${out}task-360-${theme}.png` });
  if (theme === 'light') {
    await ph.goto(`${base}/board?task=${long.id}`);
    await ph.getByText('Lorem').waitFor();
    await ph.waitForTimeout(300);
    await ph.screenshot({ path: `${out}long-360.png` });
  }
}
await browser.close();
