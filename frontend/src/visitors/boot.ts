import { startWords } from '../lib/words';

// Loads the words before everything that has words, as src/boot.ts does for the app.
await startWords(['shell', 'home', 'visitors']);
await import('./main');
