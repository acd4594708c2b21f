import { i18n, type Messages } from '@lingui/core';
import { IS_RIGHT_TO_LEFT, LANGUAGE, PSEUDO_LANGUAGES } from '../language/language';
import { loadExport } from './loadExport';

const pseudo = PSEUDO_LANGUAGES.find((it) => it === LANGUAGE);

/** The folder of the catalogues. */
const FOLDER = pseudo === undefined ? LANGUAGE : 'en';

/** Loads a catalogue of translations. */
export type LoadCatalogue = (language: string, set: WordSet) => Promise<{ messages: Messages }>;

let loadCatalogue: LoadCatalogue;

/** Sets where the translations of this page come from. */
export const setCatalogueLoader = (load: LoadCatalogue): void => {
  loadCatalogue = load;
};

/** A set of texts that is loaded at once; frontend/wordSets.ts assigns texts to sets. */
export type WordSet = 'shell' | 'auth' | 'provider' | 'home' | 'pages' | 'reasons' | 'visitors' | 'rest';

/** The texts of all pages behind sign-in and their dialogs. */
export const ALL_WORDS: readonly WordSet[] = ['home', 'pages', 'rest'];

const loaded = new Set<WordSet>();

const loadSet = async (set: WordSet): Promise<void> => {
  const messages = await loadExport(() => loadCatalogue(FOLDER, set), 'messages').catch((cause: unknown) => {
    // Without the address of the file, at which `loadExport` would look for the code that waits for the texts.
    throw new Error(`The texts “${set}” could not be loaded`, { cause });
  });
  i18n.load(LANGUAGE, pseudo === undefined ? messages : (await import('./pseudoWords')).pseudoWords(messages, pseudo));
  loaded.add(set);
};

/**
 * Loads sets of texts. Code with texts must be imported afterwards, because it reads them while it is evaluated.
 * Returns `undefined` if all are loaded, so that nothing has to wait.
 */
export const loadWords = (sets: readonly WordSet[]): Promise<unknown> | undefined => {
  const missing = sets.filter((set) => !loaded.has(set));
  return missing.length === 0 ? undefined : Promise.all(missing.map(loadSet));
};

/** Sets the language and loads the first texts from the page's catalogues. */
export const startWords = async (sets: readonly WordSet[], load: LoadCatalogue): Promise<void> => {
  setCatalogueLoader(load);
  i18n.on('missing', ({ id }) => console.error(new Error(`Message ${id} was read before its words were loaded`)));
  i18n.activate(LANGUAGE);
  document.documentElement.lang = LANGUAGE;
  document.documentElement.dir = IS_RIGHT_TO_LEFT ? 'rtl' : 'ltr';
  await loadWords(sets);
};
