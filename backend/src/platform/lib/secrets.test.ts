import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Secrets } from './secrets.js';

const KEY = 'a key of a server that is long enough';
const secrets = new Secrets(KEY);
const mara = randomUUID();

it('Secrets opens what it sealed, also in another process, and seals differently each time', () => {
  const sealed = [secrets.seal('JBSWY3DP', mara), secrets.seal('JBSWY3DP', mara)];
  expect(new Set(sealed).size).toBe(2);
  for (const text of sealed) {
    expect(text).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
    expect(text).not.toContain('JBSWY3DP');
    expect(new Secrets(KEY).open(text, mara)).toBe('JBSWY3DP');
  }
});

it('Secrets does not open a text that was sealed for another account', () => {
  expect(secrets.open(secrets.seal('JBSWY3DP', mara), randomUUID())).toBeNull();
});

it('Secrets does not open a text with another key, a changed byte, a missing part or another format', () => {
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

it('Secrets hashes differently for each account, text and key', () => {
  const hashes = [
    secrets.hash('abc', mara),
    secrets.hash('abc', randomUUID()),
    secrets.hash('abd', mara),
    new Secrets(`${KEY}!`).hash('abc', mara),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(new Secrets(KEY).hash('abc', mara)).toBe(hashes[0]);
});
