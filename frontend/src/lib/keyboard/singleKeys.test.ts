// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { isSwitchedOff } from './singleKeys';

afterEach(() => localStorage.clear());

describe('isSwitchedOff', () => {
  it('holds for letters once somebody has switched them off, and for no other key', () => {
    expect(isSwitchedOff('j')).toBe(false);
    localStorage.setItem('single-keys', 'off');
    expect(['j', 'X', 'ä'].map(isSwitchedOff)).toEqual([true, true, true]);
    expect(['ArrowDown', 'Home', 'Enter', ' '].map(isSwitchedOff)).toEqual([false, false, false, false]);
  });
});
