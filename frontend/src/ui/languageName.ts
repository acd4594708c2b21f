import { LANGUAGE_NAMES } from '@contract/languageNames';
import { type Language, UNFINISHED } from '@contract/languages';
import { uiTexts } from '../texts/ui';

/** Returns the name of a language in that language, and whether its translation is unfinished. */
export const languageName = (language: Language): string =>
  UNFINISHED.includes(language) ? uiTexts.unfinished(LANGUAGE_NAMES[language]) : LANGUAGE_NAMES[language];
