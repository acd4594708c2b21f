import { type Catalogues, startWords } from '../lib/words';

const catalogues = import.meta.glob(['./*/shell.po', './*/home.po', './*/visitors.po'], {
  base: '../locales/',
}) as Catalogues;

// Loads the words before everything that has words, as src/boot.ts does for the app.
await startWords(['shell', 'home', 'visitors'], catalogues);
await import('./main');
