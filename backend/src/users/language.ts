import { isLanguage, type Language } from '../../contract/languages.js';

/** The languages among the stored preferences of an account. */
interface StoredLanguages {
  language?: unknown;
  browserLanguage?: unknown;
}

/** The language of mails and pushes to a person: the chosen one, or else the browser's at the last sign-in. */
export const languageOf = ({ language, browserLanguage }: StoredLanguages): Language =>
  [language, browserLanguage].find(isLanguage) ?? 'en';
