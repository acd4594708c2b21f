import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** `npm run test:faults`: everything that can be killed, frozen or cut, twice in a row. Takes several minutes. */
export default defineConfig({
  ...base,
  test: { ...base.test, name: 'faults', include: ['backend/test/faults/*.fault.ts'], fileParallelism: false },
});
