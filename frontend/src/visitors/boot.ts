import type { Messages } from '@lingui/core';
import { type LoadCatalogue, startWords } from '../lib/words';

const load: LoadCatalogue = (language, set) => {
  const catalogues = import.meta.glob<{ messages: Messages }>(['./*/shell.po', './*/home.po', './*/visitors.po'], {
    base: '../locales/',
  });
  return catalogues[`./${language}/${set}.po`]?.() ?? Promise.reject(new Error(`No catalogue ${language}/${set}`));
};

// Loads the texts before any module that uses them, as src/boot.ts does for the app.
await startWords(['shell', 'home', 'visitors'], load);
await import('./main');
