import type { Messages } from '@lingui/core';
import { readStored } from './lib/storage';
import { type LoadCatalogue, startWords } from './lib/words';

type Catalogue = { messages: Messages };

/** Loads the sources in development. Visitors' pages have their own texts. */
const fromSource: LoadCatalogue = (language, set) => {
  const catalogues = import.meta.glob<Catalogue>(['./*/*.po', '!./*/visitors.po'], { base: './locales/' });
  return catalogues[`./${language}/${set}.po`]?.() ?? Promise.reject(new Error(`No catalogue ${language}/${set}`));
};

/**
 * The build inserts the names of the files, because a list of all of them would add half a kilobyte to every first
 * load.
 */
const built: LoadCatalogue = (language, set) =>
  import(/* @vite-ignore */ `./words-${language}-${set}-${__WORDS_HASH__}.js`) as Promise<Catalogue>;

// Loads the texts before any module that uses them, so this file itself imports no such module.
await startWords(
  readStored('token') === null ? ['shell'] : ['shell', 'home'],
  import.meta.env.PROD ? built : fromSource,
);
await import('./main');
