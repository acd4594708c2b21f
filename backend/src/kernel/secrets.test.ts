import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Secrets } from './secrets.js';

const KEY = 'a key of a server that is long enough';
const secrets = new Secrets(KEY);
const mara = randomUUID();

it('what was sealed opens again, also in another process, and looks different each time', () => {
  const sealed = [secrets.seal('JBSWY3DP', mara), secrets.seal('JBSWY3DP', mara)];
  expect(new Set(sealed).size).toBe(2);
  for (const text of sealed) {
    expect(text).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
    expect(text).not.toContain('JBSWY3DP');
    expect(new Secrets(KEY).open(text, mara)).toBe('JBSWY3DP');
  }
});

it('what was sealed for one account does not open for another one', () => {
  expect(secrets.open(secrets.seal('JBSWY3DP', mara), randomUUID())).toBeNull();
});

it('another key, a changed byte, a cut text and any other text open nothing', () => {
  const sealed = secrets.seal('JBSWY3DP', mara);
  expect(new Secrets(`${KEY}!`).open(sealed, mara)).toBeNull();
  const [form = '', key = '', data = ''] = sealed.split('.');
  const bytes = Buffer.from(data, 'base64url');
  for (let n = 0; n < bytes.length; n += 1) {
    const changed = Buffer.from(bytes);
    changed[n] = (changed[n] ?? 0) ^ 1;
    expect(secrets.open(`${form}.${key}.${changed.toString('base64url')}`, mara)).toBeNull();
    expect(secrets.open(`${form}.${key}.${bytes.subarray(0, n).toString('base64url')}`, mara)).toBeNull();
  }
  for (const other of ['', 'v1.', 'JBSWY3DP', `v2.${key}.${data}`]) expect(secrets.open(other, mara)).toBeNull();
});

it('a hash is another one for each account, each text and each key', () => {
  const hashes = [
    secrets.hash('abc', mara),
    secrets.hash('abc', randomUUID()),
    secrets.hash('abd', mara),
    new Secrets(`${KEY}!`).hash('abc', mara),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(new Secrets(KEY).hash('abc', mara)).toBe(hashes[0]);
});
