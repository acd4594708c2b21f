import type { Chrono } from 'chrono-node';
import { LANGUAGE, LOCALE, type AppLanguage } from '../../language/language';

/* Parses days in the words of the app's language. English always works; other text is parsed by chrono-node's parser of
   the language, if it has one. Names of days and months work in every language. */

const READERS: Partial<Record<AppLanguage, () => Promise<{ casual: Chrono }>>> = {
  de: () => import('chrono-node/de'),
  fr: () => import('chrono-node/fr'),
  es: () => import('chrono-node/es'),
  it: () => import('chrono-node/it'),
  nl: () => import('chrono-node/nl'),
  'pt-BR': () => import('chrono-node/pt'),
  ja: () => import('chrono-node/ja'),
  'zh-CN': () => import('chrono-node/zh'),
};

/** Words that chrono-node does not know. */
const MORE: Partial<Record<AppLanguage, readonly (readonly [name: string, english: string])[]>> = {
  fr: [['après-demain', 'the day after tomorrow']],
  pl: [
    ['dzisiaj', 'today'],
    ['dziś', 'today'],
    ['pojutrze', 'the day after tomorrow'],
    ['jutro', 'tomorrow'],
    ['wczoraj', 'yesterday'],
  ],
};

let chrono: Chrono | undefined;
let locale: string = LOCALE;
let names: readonly (readonly [RegExp, string])[] = [];

/** Returns a pattern for a name as a whole word. Chinese and Japanese do not separate words. */
const wordPattern = (name: string): RegExp => {
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\\\.$/, String.raw`\.?`);
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\d]+$/u.test(name)
    ? new RegExp(word, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u');
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

function namesOf(language: AppLanguage): [RegExp, string][] {
  const named = (options: Intl.DateTimeFormatOptions, dates: readonly Date[], english: (at: number) => string) =>
    dates.map((date, at): [string, string] => [
      new Intl.DateTimeFormat(locale, options).format(date).toLowerCase(),
      english(at),
    ]);
  // November 1, 2026 is a Sunday.
  const week = Array.from({ length: 7 }, (_, day) => new Date(2026, 10, 1 + day));
  return [
    ...(MORE[language] ?? []),
    ...named({ weekday: 'long' }, week, (day) => WEEKDAYS[day] ?? ''),
    ...named({ weekday: 'short' }, week, (day) => WEEKDAYS[day] ?? ''),
  ]
    .filter(([name]) => /\p{L}{2,}|\p{Script=Han}/u.test(name))
    .map(([name, english]) => [wordPattern(name), english]);
}

/** Loads the code that parses days in a language. */
export const loadLocalWords = async (language: AppLanguage = LANGUAGE, ofDates: string = LOCALE): Promise<void> => {
  locale = ofDates;
  names = language === 'en' ? [] : namesOf(language);
  chrono = (await READERS[language]?.())?.casual;
};

/** Returns the locale whose names of months are understood. */
export const localLocale = (): string => locale;

/** Returns the parser of the app's language, if there is one. */
export const localChrono = (): Chrono | undefined => chrono;

/** Replaces names in the app's language by English ones. */
export const toEnglishNames = (text: string): string =>
  names.reduce((said, [pattern, english]) => said.replace(pattern, english), text);
