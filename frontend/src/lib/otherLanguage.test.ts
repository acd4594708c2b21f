import { i18n } from '@lingui/core';
import { expect, it, vi } from 'vitest';
import { messages as germanHome } from '../locales/de/home.po';
import { messages as germanRest } from '../locales/de/rest.po';
import { messages as japaneseHome } from '../locales/ja/home.po';
import { messages as japaneseRest } from '../locales/ja/rest.po';
import { calendarTexts } from '../texts/calendar';
import { describeRepeat } from '../texts/repeat';
import { compareNames } from './text';
import { translateRefusal } from './translateRefusal';

/* The browser that runs the tests is English. */
vi.mock('../language/language', async (load) => ({ ...(await load<object>()), LANGUAGE: 'pl', LOCALE: 'pl' }));

it("sorts names as the app's language does, not as the browser's", () => {
  const names = ['Łada', 'Mara', 'Lydia'];
  expect(names.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(['Łada', 'Lydia', 'Mara']);
  expect(names.toSorted(compareNames)).toEqual(['Lydia', 'Łada', 'Mara']);
});

it('translates why a change of many tasks has skipped some', () => {
  const said = (text: string): string => translateRefusal(text, undefined);
  expect(said('1 task could not be changed: Assignee must be a member of the project')).toBe(
    'This person isn’t a member of the project.',
  );
  expect(said('1,200 tasks could not be changed: A task can have at most 20 tags')).toBe('A task can have 20 tags.');
  expect(said('2 tasks could not be deleted: As a viewer you can only read this project')).toBe(
    'Your role in the project doesn’t allow this.',
  );
});

it('translates why acts on accounts and invitations are refused', () => {
  const said = (text: string): string => translateRefusal(text, undefined);
  expect(said('Only jon2@yard.example can accept this invitation, because it grants ownership.')).toBe(
    'This grants owner access, so only jon2@yard.example can accept it.',
  );
  expect(said('This project is archived: it can be read, but not changed')).toBe(
    'The project is archived: it can be read, but not changed.',
  );
  const last = 'This is your only way to sign in. Set a password first.';
  expect(said(last)).toBe(last);
  const advice = 'other members but no other owner. Transfer the projects of this account first.';
  expect(said(`1 project has ${advice}`)).toBe(`1 project has ${advice}`);
  expect(said(`12 projects have ${advice}`)).toBe(`12 projects have ${advice}`);
});

it('separates what a screen reader says of a day as the language does', () => {
  i18n.loadAndActivate({ locale: 'ja', messages: { ...japaneseHome, ...japaneseRest } });
  expect(calendarTexts.day('11月3日', 2)).toBe('11月3日、タスク2件');
  expect(calendarTexts.moreOn('ほか2件', '11月3日')).toBe('ほか2件、11月3日');
});

it('writes each day of a month as the language does', () => {
  i18n.loadAndActivate({ locale: 'de', messages: { ...germanHome, ...germanRest } });
  const rule = { rule: 'FREQ=MONTHLY;BYMONTHDAY=5,20', mode: 'FROM_DUE', until: null, count: null } as const;
  expect(describeRepeat(rule)).toMatch(/ am 5\. .+ 20\.$/);
});
