import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:cluster` starts this: what the app survives in a cluster with all its parts. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    name: 'cluster',
    include: ['backend/test/cluster/*.cluster.ts'],
    globalSetup: [],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
