import { describe, expect, it } from 'vitest';
import { fold, matchesSearch } from './fold';

describe('fold', () => {
  it.each([
    ['Zürich', 'zurich'],
    ['ÅLAND', 'aland'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['Ærø', 'aero'],
    ['cafe\u0301', 'cafe'],
  ])('%s is compared as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('matchesSearch', () => {
  const task = { title: 'Ship 100% of it', description: 'To Zürich' };

  it('finds a part of title or description without case and accents', () => {
    expect(matchesSearch(task, 'HIP')).toBe(true);
    expect(matchesSearch(task, ' zurich ')).toBe(true);
    expect(matchesSearch(task, 'Zürich')).toBe(true);
  });

  it('takes every character as itself', () => {
    expect(matchesSearch(task, '100%')).toBe(true);
    expect(matchesSearch(task, '1%0')).toBe(false);
    expect(matchesSearch(task, '.')).toBe(false);
  });
});
