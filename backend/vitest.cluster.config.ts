import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:cluster`, which starts it: what the app survives with everything around it that a large one has. */
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
