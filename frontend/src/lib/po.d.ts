declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** The suffix of the files with texts in the build (vite.config.ts). */
declare const __WORDS_HASH__: string;
