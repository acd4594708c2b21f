import type { Language } from '@contract/languages';
import { browserLanguage, LANGUAGE } from '../language/language';
import { writeStored } from './storage';

/** Chooses a language, or with null the browser's own, and reloads the page if the language changes. */
export const chooseLanguage = (language: Language | null): void => {
  writeStored('language', language);
  if ((language ?? browserLanguage()) !== LANGUAGE) window.location.reload();
};
