import { describe, expect, it } from 'vitest';
import { IMPORT_REASONS, IMPORT_THINGS } from '@contract/importReasons';
import { importReasonTexts as texts } from './importReasons';

const keys = Object.entries(IMPORT_REASONS);
const paramsOf = (english: string): string[] => [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('reports of imports', () => {
  it.each(keys)('%s has words with its params', (key, english) => {
    const names = paramsOf(english);
    const params = Object.fromEntries(names.map((name, at) => [name, at + 2]));
    const said = texts.reason({ key, params }, '');
    expect(said).not.toBe('');
    expect(said).not.toMatch(/undefined|NaN|[{}]/);
    for (const value of Object.values(params)) expect(said).toContain(String(value));
  });

  it('name things', () => {
    for (const kind of Object.keys(IMPORT_THINGS)) expect(texts.kind(kind, '')).not.toBe('');
    expect(texts.thing({ kind: 'card', name: 'Dig', number: null }, '')).toBe('Card “Dig”');
    expect(texts.thing({ kind: 'row', name: 'Dig', number: 2 }, '')).toBe('Row 2 “Dig”');
    expect(texts.thing({ kind: 'row', name: null, number: 2 }, '')).toBe('Row 2');
  });

  it('are in English if an earlier version has written them, or a later one', () => {
    expect(texts.reason(null, 'left out')).toBe('left out');
    expect(texts.reason({ key: 'constructor', params: {} }, 'left out')).toBe('left out');
    expect(texts.kind(null, 'Votes')).toBe('Votes');
    expect(texts.kind('sticker', 'Stickers')).toBe('Stickers');
    expect(texts.thing(null, 'Card “Dig”')).toBe('Card “Dig”');
    expect(texts.thing({ kind: 'sticker', name: null, number: null }, 'Sticker')).toBe('Sticker');
  });
});
