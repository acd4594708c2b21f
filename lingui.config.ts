import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './backend/contract/languages.ts';
import { WORD_SETS } from './frontend/wordSets.ts';

const files = (names: readonly string[]): string[] => names.map((name) => `<rootDir>/src/texts/${name}.ts*`);

const KINDS = ['kinds', 'messages'].map((name) => `<rootDir>/../backend/src/notifications/${name}.ts`);
/** Reasons why a message of a webhook did not arrive. */
const CAUSES = ['platform/http/outbound', 'webhooks/sendMessage'].map((name) => `<rootDir>/../backend/src/${name}.ts`);

/** The catalogues of texts. `npm run words` writes them from the code. */
export default defineConfig({
  rootDir: `${import.meta.dirname}/frontend`,
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  locales: [...LANGUAGES],
  catalogs: [
    ...Object.entries(WORD_SETS).map(([set, names]) => ({
      path: `<rootDir>/src/locales/{locale}/${set}`,
      include: files(names),
    })),
    {
      path: '<rootDir>/src/locales/{locale}/rest',
      include: files(['*']),
      exclude: files(Object.values(WORD_SETS).flat()),
    },
    // Mails and pushes. Their messages are named by their English texts.
    {
      path: '<rootDir>/../backend/locales/{locale}/server',
      include: ['mails', 'job', 'service']
        .map((role) => `<rootDir>/../backend/src/**/*.${role}.ts`)
        .concat(KINDS, CAUSES),
    },
  ],
  format: formatter({ lineNumbers: false }),
});
