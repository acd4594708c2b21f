import type { Messages } from '@lingui/core';
import { readStored } from './lib/storage';
import { type LoadCatalogue, startWords } from './lib/words';

type Catalogue = { messages: Messages };

/** While one develops; the words of visitors are those of their own page. */
const fromSource: LoadCatalogue = (language, set) => {
  const catalogues = import.meta.glob<Catalogue>(['./*/*.po', '!./*/visitors.po'], { base: './locales/' });
  return catalogues[`./${language}/${set}.po`]?.() ?? Promise.reject(new Error(`No catalogue ${language}/${set}`));
};

/** The build knows the names of the files: a list of them all would be half a kilobyte of every first load. */
const built: LoadCatalogue = (language, set) =>
  import(/* @vite-ignore */ `./words-${language}-${set}-${__WORDS_HASH__}.js`) as Promise<Catalogue>;

// Loads the words before everything that has words, so it imports nothing with words itself.
await startWords(
  readStored('token') === null ? ['shell'] : ['shell', 'home'],
  import.meta.env.PROD ? built : fromSource,
);
await import('./main');
