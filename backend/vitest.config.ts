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
    // Those that start many processes: `npm run test:full`.
    exclude: process.env.TEST_DEPTH === 'full' ? [] : ['backend/**/*.full.test.ts'],
    globalSetup: ['backend/test/support/globalSetup.ts'],
    // A process reads the server's code once and not for each of its files, which was a third of the whole work. What a test
    // changes of the process (its clock, its environment) it puts back.
    isolate: false,
    // Tests wait for the database more than they compute.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Most of what a test makes is short-lived: a tenth less of the processor goes into collecting garbage.
    execArgv: ['--max-semi-space-size=64'],
    // Against what hangs, not what is slow: beside the work of five others thirty seconds were too short for three of them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One second is too short for a machine that does other work, and shorter than the poll that makes up for a lost wake-up;
    // and a program that is started took more than ten beside five others.
    expect: { poll: { timeout: 30_000 } },
  },
});
