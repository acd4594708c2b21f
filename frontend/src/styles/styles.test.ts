import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css') && name !== 'print.css');

it('asks no element that holds the whole page what it has in it', () => {
  // It would be asked at every element that comes or goes, and everything inside styled anew.
  const asked = /(?:html|body|main|:root|#root|\.frame|\.sheet|\.board)(?:\[[^\]]*\])?:has\(/;
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((name) => asked.test(readFileSync(join(import.meta.dirname, name), 'utf8')))).toEqual([]);
});
