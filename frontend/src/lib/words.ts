import { i18n, type Messages } from '@lingui/core';
import { loadExport } from './loadExport';

/** The language of the app; numbers and plurals follow it. */
const LANGUAGE = 'en';

type Catalogue = { messages: Messages };

// The page of visitors has its own, which the app does not need.
const catalogues = import.meta.glob<Catalogue>(['../locales/*/*.po', '!../locales/*/visitors.po']);

/** A set of words that is loaded at once; frontend/wordSets.ts says which words are in which set. */
export type WordSet = 'shell' | 'auth' | 'provider' | 'home' | 'pages' | 'visitors' | 'rest';

/** The words of all pages behind sign-in and their dialogs. */
export const ALL_WORDS: readonly WordSet[] = ['home', 'pages', 'rest'];

const loaded = new Set<WordSet>();

const loadSet = async (set: WordSet): Promise<void> => {
  const load = catalogues[`../locales/${LANGUAGE}/${set}.po`];
  if (!load) throw new Error(`There is no catalogue ${LANGUAGE}/${set}.`);
  i18n.load(LANGUAGE, await loadExport(load, 'messages'));
  loaded.add(set);
};

/**
 * Loads sets of words. Code with words must not be imported before: it reads them while it is evaluated. Returns
 * `undefined` when all are loaded, so that nothing has to wait.
 */
export const loadWords = (sets: readonly WordSet[]): Promise<unknown> | undefined => {
  const missing = sets.filter((set) => !loaded.has(set));
  return missing.length === 0 ? undefined : Promise.all(missing.map(loadSet));
};

/** Sets the language and loads its first words, of which some can be in catalogues of the caller. */
export const startWords = async (sets: readonly WordSet[], more: typeof catalogues = {}): Promise<void> => {
  Object.assign(catalogues, more);
  i18n.on('missing', ({ id }) => console.error(new Error(`Message ${id} was read before its words were loaded`)));
  i18n.activate(LANGUAGE);
  await loadWords(sets);
};
