import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { WORD_SETS } from './frontend/wordSets.ts';

const files = (names: readonly string[]): string[] => names.map((name) => `<rootDir>/src/texts/${name}.ts*`);

/** The catalogues of words. `npm run words` writes them from `frontend/src/texts`. */
export default defineConfig({
  rootDir: `${import.meta.dirname}/frontend`,
  sourceLocale: 'en',
  locales: ['en'],
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
  ],
  format: formatter({ lineNumbers: false }),
});
