import { readStored } from './lib/storage';
import { startWords } from './lib/words';

// Loads the words before everything that has words, so it imports nothing with words itself.
await startWords(readStored('token') === null ? ['shell'] : ['shell', 'home']);
await import('./main');
