import type { Messages } from '@lingui/core';
import { startWords } from '../lib/words';

// Loads the words before everything that has words, as src/boot.ts does for the app.
await startWords(['shell', 'home', 'visitors'], import.meta.glob<{ messages: Messages }>('../locales/*/visitors.po'));
await import('./main');
