import type { Language } from '@contract/languages';
import { LANGUAGE, readLanguage } from '../language/language';
import { readStored, writeStored } from './storage';

const store = (language: Language | null, isOfAccount: boolean): void => {
  writeStored('language', language);
  writeStored('language-of-account', isOfAccount && language !== null ? 'yes' : null);
  if (readLanguage() !== LANGUAGE) window.location.reload();
};

/** Chooses a language for this device, and reloads the page if the language changes. */
export const chooseLanguage = (language: Language): void => store(language, false);

/** Chooses the language of the account, or with null the browser's own, and reloads the page if the language changes. */
export const chooseAccountLanguage = (language: Language | null): void => store(language, true);

/**
 * Follows the language of the account that was opened on this device. If the account has none, a language chosen for the
 * device stays, but a language of another account does not.
 */
export const followAccountLanguage = (language: Language | null): void => {
  const isChosen = readStored('language') !== null && readStored('language-of-account') === null;
  if (language !== null || !isChosen) chooseAccountLanguage(language);
};
