import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const root = `${import.meta.dirname}/..`;

export default defineConfig({
  root,
  // TypeGraphQL loads graphql's CommonJS build; a test that loaded the other one would have a second GraphQLSchema class
  resolve: { alias: [{ find: /^graphql$/, replacement: `${root}/node_modules/graphql/index.js` }] },
  test: {
    name: 'backend',
    environment: 'node',
    include: ['backend/**/*.test.ts'],
    // Tests that take long or start many processes run only in `npm run test:full`.
    exclude: process.env.TEST_DEPTH === 'full' ? [] : ['backend/**/*.full.test.ts'],
    globalSetup: ['backend/test/support/globalSetup.ts'],
    // A process reads the server's code once, not once per file: that was a third of the whole time. A test therefore
    // restores what it changes in the process (its clock, its environment).
    isolate: false,
    // Tests wait for the database more than they compute.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Most objects of a test are short-lived. A larger young generation saves a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Only catches tests that hang. With 30 seconds, three slow tests failed on a machine with other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine. It is also shorter than the poll that makes up for a
    // lost wake-up, and the start of a program has taken more than ten seconds.
    expect: { poll: { timeout: 30_000 } },
  },
});
