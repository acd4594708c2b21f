import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TEXTS = readFileSync(path.join(ROOT, 'frontend/src/texts/refusals.ts'), 'utf8');

/** The English messages that the app has words for in other languages. */
const KNOWN = [...TEXTS.matchAll(/^ {2}'((?:[^'\\]|\\.)+)':\s+\(/gm)].map(([, message = '']) => message);

const code = globSync(['backend/contract/*.ts', 'backend/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n')
  // A long message is several strings.
  .replace(/['`] \+\s+['`]/g, '');

it('the app has words in other languages only for what the server says', () => {
  expect(KNOWN.length).toBeGreaterThan(40);
  // A number and the provider's name are values in the code.
  const said = (message: string): boolean => {
    const pattern = message.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    return new RegExp(pattern.replaceAll(/[#@]/g, () => String.raw`\$\{[^}]+\}`)).test(code);
  };
  expect(KNOWN.filter((message) => !said(message))).toEqual([]);
});

it('the app has words for every conflict that its pages can meet', () => {
  // A program and a restored server meet these. Only programs repeat a write that shows a secret, see `refuseRepeat`.
  const OF_PROGRAMS = /idempotency|this id|was restored|Send the whole|of the environment|is linked to another/;
  const conflicts = [...code.matchAll(/\bconflict\(\s*'([^']+)'/g)].map(([, message = '']) => message);
  const unsaid = conflicts.filter((message) => !KNOWN.includes(message) && !OF_PROGRAMS.test(message));
  expect(unsaid).toEqual([]);
});
