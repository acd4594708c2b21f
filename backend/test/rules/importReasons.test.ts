import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  englishReason,
  englishThing,
  IMPORT_REASONS,
  IMPORT_THINGS,
  importReason,
  type ImportReasonKey,
} from '../../contract/importReasons.js';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'src/imports');
const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  .join('\n');
const docs = readFileSync(path.join(root, '../docs/api.md'), 'utf8');
const section = /\n### Reasons of imports\n(.*?)\n## /s.exec(docs)?.[1] ?? '';

const REASON_KEYS = Object.keys(IMPORT_REASONS) as ImportReasonKey[];
const THING_KINDS = Object.keys(IMPORT_THINGS);
const paramsOf = (key: ImportReasonKey): string[] =>
  [...IMPORT_REASONS[key].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('reasons of imports', () => {
  it('are all given by the code, and so are the kinds of things', () => {
    const given = [...code.matchAll(/importReason\((.*)/g)].map(([, all = '']) => all).join('\n');
    expect(REASON_KEYS.filter((key) => !given.includes(`'${key}'`))).toEqual([]);
    expect(THING_KINDS.filter((kind) => !code.includes(`'${kind}'`))).toEqual([]);
  });

  it('are the only ones: the code has no sentence of its own', () => {
    const loose = [
      ...code.matchAll(/UnreadableFile\(['"`].*/g),
      ...code.matchAll(/\b(?:why|what|failure|row|item): ['"`].*/g),
      ...code.matchAll(/\breportLoss\(['"`].*/g),
      ...code.matchAll(/['"`](?:left out|shortened|repeated|not copied)\b.*/g),
    ];
    expect(loose.map(([text]) => text)).toEqual([]);
  });

  it('are all listed in docs/api.md, with their params, and so are the kinds', () => {
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) ?\| (.*?) \|$/gm)].map(([, key, params = '', text]) => ({
      key,
      params: [...params.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      text,
    }));
    expect(rows).toEqual(REASON_KEYS.map((key) => ({ key, params: paramsOf(key), text: IMPORT_REASONS[key] })));
    const [, kinds = ''] = /\nKinds: (.*?)\n\n/s.exec(section) ?? [];
    expect([...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind)).toEqual(THING_KINDS);
  });

  it('are put into English with their params', () => {
    expect(englishReason(importReason('commentsMissing', { count: 3, actions: 1_000 }))).toBe(
      '3 not in the file: Trello exports only the last 1,000 actions of a board',
    );
    // What a name looks like does not matter.
    expect(englishReason(importReason('listIsTag', { column: '{column} $& {max}' }))).toContain('“{column} $& {max}”');
    expect(englishThing({ kind: 'row', number: 1_200, name: '{number}' })).toBe('Row 1200 “{number}”');
    expect(englishThing({ kind: 'row', number: 2 })).toBe('Row 2');
    expect(englishThing({ kind: 'comment', name: 'Ines' })).toBe('Comment by Ines');
    expect(englishThing({ kind: 'comment' })).toBe('Comment');
  });
});
