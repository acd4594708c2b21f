import { afterEach, expect, it, vi } from 'vitest';
import { readStored, readStoredJson, removePersonalValues, removeStored, writeStored } from './storage';

afterEach(() => {
  removePersonalValues();
  vi.restoreAllMocks();
});

it('leaves settings of the device at a sign-out, such as switched off single-key shortcuts, and nothing of the person', () => {
  writeStored('single-keys', 'off');
  writeStored('theme', 'dark');
  writeStored('recent-commands', '[]');
  writeStored('undo:u1', '{}');
  writeStored('draft:task', '{}');
  localStorage.setItem('last-project:u1', 'of an older version');
  removePersonalValues();
  expect(Object.keys(localStorage).toSorted()).toEqual(['single-keys', 'theme']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('keeps what belongs to the tab at a sign-out', () => {
  writeStored('lastUser', 'u1');
  removePersonalValues();
  expect(readStored('lastUser')).toBe('u1');
});

it('removes all values of a prefix, and nothing else', () => {
  writeStored('draft:a', '1');
  writeStored('draft:b', '2');
  writeStored('lastUser', 'u1');
  removeStored('draft:');
  expect([readStored('draft:a'), readStored('draft:b'), readStored('lastUser')]).toEqual([null, null, 'u1']);
});

it('reads what is no JSON as nothing', () => {
  writeStored('groups', '{');
  expect(readStoredJson('groups')).toBeNull();
});

it('keeps values for as long as the page where storage is forbidden, and removes them at a sign-out', () => {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  }
  writeStored('groups', '[]');
  writeStored('draft:a', '1');
  writeStored('single-keys', 'off');
  expect([readStored('groups'), readStored('draft:a')]).toEqual(['[]', '1']);
  removePersonalValues();
  expect([readStored('groups'), readStored('draft:a'), readStored('single-keys')]).toEqual([null, null, 'off']);
});

it('keeps values for as long as the page where the storage is full', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeStored('groups', '[1]');
  expect(readStored('groups')).toBe('[1]');
  full.mockRestore();
  writeStored('groups', '[2]');
  expect([readStored('groups'), localStorage.getItem('groups')]).toEqual(['[2]', '[2]']);
});
