import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:25200';
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
const u = 'd' + Date.now();
const d = await call('POST', '/auth/register', {
  firstName: 'Mara',
  lastName: 'O',
  username: u,
  email: u + '@example.com',
  password: 'Secret123',
});
const t = d.tokens.accessToken;
const p = await call('POST', '/projects', { name: 'P' }, t);
const task = await call('POST', '/tasks', { title: 'Press kit', projectId: p.id, priority: 'LOW' }, t);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const c = await browser.newContext({ viewport: { width: 1400, height: 900 } });
await c.addInitScript((v) => localStorage.setItem('token', v), t);
const pg = await c.newPage();
await pg.goto(`${base}/tasks?task=${task.id}`);
await pg.getByRole('textbox', { name: 'Title' }).waitFor();
const count = async (w) =>
  console.log(
    w,
    await pg.getByRole('row', { name: 'Press kit' }).count(),
    await pg.evaluate(() =>
      [...document.querySelectorAll('[aria-hidden=true],[inert]')]
        .filter((e) => e.querySelector('table,main') || e.closest('main') === null)
        .map((e) => e.outerHTML.slice(0, 120)),
    ),
  );
await count('start');
const tags = pg.getByRole('combobox', { name: 'Tags' });
await tags.fill('photos');
await count('typing');
await pg.keyboard.press('Enter');
await count('entered');
await tags.fill('embargo,');
await count('comma');
await pg.getByRole('textbox', { name: 'Title' }).click();
await count('left');
console.log(await pg.locator('[data-task-link]').count());
console.log(
  await pg.evaluate(() => {
    const e = document.querySelector('[data-task-link]');
    const out = [];
    for (let x = e; x; x = x.parentElement)
      out.push(x.tagName + ' ' + (x.getAttribute('aria-hidden') ?? '') + (x.getAttribute('role') ?? ''));
    return out.slice(0, 14);
  }),
);
await browser.close();
