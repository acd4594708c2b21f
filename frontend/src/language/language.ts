import { isLanguage, type Language, matchLanguage } from '@contract/languages';

/**
 * Languages for tests and translators, generated from English: one with accents and 40 % longer words, and one written
 * from right to left. Chrome and Android use the same names.
 */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;
export type AppLanguage = Language | (typeof PSEUDO_LANGUAGES)[number];

const isPseudo = (tag: string | null): tag is (typeof PSEUDO_LANGUAGES)[number] =>
  PSEUDO_LANGUAGES.some((language) => language === tag);

/** Returns the language chosen in this browser (lib/chooseLanguage.ts). */
const readChosen = (): string | null => {
  try {
    // oxlint-disable-next-line no-restricted-globals -- texts need the language, and this module must not import lib/storage.ts, which lists the key
    return localStorage.getItem('language');
  } catch {
    // Storage may be forbidden.
    return null;
  }
};

/** The browser's language, if the app has it. */
export const browserLanguage = (): Language => matchLanguage(navigator.languages);

/** Returns the language of a page that is opened now. */
export const readLanguage = (): AppLanguage => {
  const chosen = readChosen();
  return isLanguage(chosen) || isPseudo(chosen) ? chosen : browserLanguage();
};

/** The language of this page, which only changes when the page is reloaded. */
export const LANGUAGE: AppLanguage = readLanguage();

/**
 * Returns the first of the browser's names for this language, with its region: `de-AT`, for example, has its own names
 * of months.
 */
const withRegion = (language: Language): string =>
  navigator.languages.find((tag) => matchLanguage([tag]) === language) ?? language;

/** The locale of numbers, dates and lists. English means American English, as in the app's texts. */
export const LOCALE = LANGUAGE === 'en' || isPseudo(LANGUAGE) ? 'en-US' : withRegion(LANGUAGE);

/** Whether the language is written from right to left. */
export const IS_RIGHT_TO_LEFT = LANGUAGE === 'ar-XB';
