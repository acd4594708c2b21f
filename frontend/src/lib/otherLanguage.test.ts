import { i18n } from '@lingui/core';
import { expect, it, vi } from 'vitest';
import { messages as japaneseHome } from '../locales/ja/home.po';
import { messages as japaneseRest } from '../locales/ja/rest.po';
import { calendarTexts } from '../texts/calendar';
import { compareNames } from './text';

/* The browser that runs the tests is English. */
vi.mock('../language/language', async (load) => ({ ...(await load<object>()), LANGUAGE: 'pl', LOCALE: 'pl' }));

it("sorts names as the app's language does, not as the browser's", () => {
  const names = ['Łada', 'Mara', 'Lydia'];
  expect(names.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(['Łada', 'Lydia', 'Mara']);
  expect(names.toSorted(compareNames)).toEqual(['Lydia', 'Łada', 'Mara']);
});

it('separates what a screen reader says of a day as the language does', () => {
  i18n.loadAndActivate({ locale: 'ja', messages: { ...japaneseHome, ...japaneseRest } });
  expect(calendarTexts.day('11月3日', 2)).toBe('11月3日、タスク2件');
  expect(calendarTexts.moreOn('ほか2件', '11月3日')).toBe('ほか2件、11月3日');
});
