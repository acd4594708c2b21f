import { expect } from 'vitest';
import type { TestServer } from './harness.js';

/** Runs `work` once: after the next password was found right, before that is used. */
export function afterComparison({ resources: { passwords } }: TestServer, work: () => Promise<unknown>): void {
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (...given) => {
    expect(await verify(...given)).toBe(true);
    passwords.verify = verify;
    await work();
    return true;
  };
}
