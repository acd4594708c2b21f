declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** Ends the names of the files with words, in the build (vite.config.ts). */
declare const __WORDS_HASH__: string;
