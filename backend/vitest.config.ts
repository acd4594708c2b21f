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
    globalSetup: ['backend/test/globalSetup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
