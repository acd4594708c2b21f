import { isLanguage, type Language, matchLanguage } from '@contract/languages';

/**
 * Languages for tests and translators, made of English: one with accents and 40 % longer words, one that is written from right to
 * left. Chrome and Android call them so.
 */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;
export type AppLanguage = Language | (typeof PSEUDO_LANGUAGES)[number];

const isPseudo = (tag: string | null): tag is (typeof PSEUDO_LANGUAGES)[number] =>
  PSEUDO_LANGUAGES.some((language) => language === tag);

/** What was chosen in this browser (lib/chooseLanguage.ts). */
const readChosen = (): string | null => {
  try {
    // oxlint-disable-next-line no-restricted-globals -- texts need the language, and lib/storage.ts, which lists the key, is above them
    return localStorage.getItem('language');
  } catch {
    // Storage may be forbidden.
    return null;
  }
};

/** The browser's language, if the app has it. */
export const browserLanguage = (): Language => matchLanguage(navigator.languages);

const chosen = readChosen();
/** The language of this page. It stays as it is until the page is loaded again. */
export const LANGUAGE: AppLanguage = isLanguage(chosen) || isPseudo(chosen) ? chosen : browserLanguage();

/** The first of the browser's languages that is the app's, with its region: `de-AT` writes some months in its own way. */
const withRegion = (language: Language): string =>
  navigator.languages.find((tag) => matchLanguage([tag]) === language) ?? language;

/** The locale of numbers, dates and lists. English means American English, as in the app's words. */
export const LOCALE = LANGUAGE === 'en' || isPseudo(LANGUAGE) ? 'en-US' : withRegion(LANGUAGE);

/** Whether the language is written from right to left. */
export const IS_RIGHT_TO_LEFT = LANGUAGE === 'ar-XB';
