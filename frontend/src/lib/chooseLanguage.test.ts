import { beforeEach, expect, it, vi } from 'vitest';
import { readLanguage } from '../language/language';
import { chooseAccountLanguage, chooseLanguage, followAccountLanguage } from './chooseLanguage';
import { removePersonalValues } from './storage';

beforeEach(() => {
  localStorage.clear();
  // It does not load pages, and says so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('follows the account, and is the browser’s again when an account without one is opened', () => {
  followAccountLanguage('ja');
  expect(readLanguage()).toBe('ja');
  followAccountLanguage(null);
  expect(readLanguage()).toBe('en');
});

it('of an account leaves the device with it', () => {
  chooseAccountLanguage('ja');
  removePersonalValues();
  expect(readLanguage()).toBe('en');
});

it('of the device stays, unless the account has one', () => {
  chooseLanguage('de');
  removePersonalValues();
  followAccountLanguage(null);
  expect(readLanguage()).toBe('de');
  followAccountLanguage('ja');
  expect(readLanguage()).toBe('ja');
  chooseAccountLanguage(null);
  expect(readLanguage()).toBe('en');
});
