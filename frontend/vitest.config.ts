import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'frontend',
      environment: 'jsdom',
      // Makes the document once a worker and not once a file; each file has its own modules and globals all the same.
      pool: 'vmThreads',
      maxWorkers: Math.max(2, availableParallelism() - 1),
      include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
      setupFiles: ['src/test-setup.ts'],
      // Five seconds are too short for the longest beside other work; it takes one alone.
      testTimeout: 30_000,
    },
  }),
);
