import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'frontend',
      environment: 'jsdom',
      // Creates the document once per worker, not once per file; each file still has its own modules and globals.
      pool: 'vmThreads',
      maxWorkers: Math.max(2, availableParallelism() - 1),
      include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
      setupFiles: ['src/test-setup.ts'],
      // Five seconds are too short for the longest test on a busy machine; alone, it takes one.
      testTimeout: 30_000,
    },
  }),
);
