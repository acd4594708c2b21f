import { readStored } from './lib/storage';
import { type Catalogues, startWords } from './lib/words';

/** The words of visitors are those of their own page. */
const catalogues = import.meta.glob(['./*/*.po', '!./*/visitors.po'], { base: './locales/' }) as Catalogues;

// Loads the words before everything that has words, so it imports nothing with words itself.
await startWords(readStored('token') === null ? ['shell'] : ['shell', 'home'], catalogues);
await import('./main');
