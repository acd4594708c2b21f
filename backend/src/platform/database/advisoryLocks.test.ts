import { expect, it } from 'vitest';
import { ADVISORY_LOCKS } from './advisoryLocks.js';

it('no two advisory locks have the same key', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});
