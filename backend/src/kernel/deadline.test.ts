import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { timeLeft, withDeadline, withDeadlineUnlessSet, withoutDeadline } from './deadline.js';

describe('the time that is left', () => {
  it('is the usual where nobody waits, and never more than what the work has left', async () => {
    expect(timeLeft(8_000)).toBe(8_000);
    await withDeadline(2_000, async () => {
      expect(timeLeft(1_000)).toBe(1_000);
      await sleep(50);
      expect(timeLeft(8_000)).toBeLessThan(2_000);
      expect(timeLeft(8_000)).toBeGreaterThan(1_000);
    });
    expect(timeLeft(8_000)).toBe(8_000);
  });

  it('is a moment for who is late, so that a database that is well still answers', () => {
    withDeadline(-1_000, () => expect(timeLeft(8_000)).toBe(500));
  });

  it('is without end for migrations, whoever began them', () => {
    withDeadline(100, () => withoutDeadline(() => expect(timeLeft(8_000)).toBe(Infinity)));
  });

  it('is that of the request where a command runs in one, the command’s own in a job, and none in a migration', () => {
    const left = () => timeLeft(1_000_000);
    expect(withDeadlineUnlessSet(30_000, left)).toBeLessThanOrEqual(30_000);
    expect(withDeadline(8_500, () => withDeadlineUnlessSet(30_000, left))).toBeLessThanOrEqual(8_500);
    expect(withoutDeadline(() => withDeadlineUnlessSet(30_000, left))).toBe(Infinity);
  });
});
