import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { timeLeft, withDeadline, withDeadlineUnlessSet, withoutDeadline } from './deadline.js';

describe('timeLeft', () => {
  it('returns the given limit without a deadline, and never more than the rest of a deadline', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    expect(timeLeft(8_000)).toBe(8_000);
    withDeadline(2_000, () => {
      clock.mockReturnValue(500);
      expect(timeLeft(1_000)).toBe(1_000);
      expect(timeLeft(8_000)).toBe(1_500);
    });
    expect(timeLeft(8_000)).toBe(8_000);
  });

  it('returns a short time after the deadline, so that a healthy database still answers', () => {
    withDeadline(-1_000, () => expect(timeLeft(8_000)).toBe(500));
  });

  it('is infinite for migrations, also within a deadline', () => {
    withDeadline(100, () => withoutDeadline(() => expect(timeLeft(8_000)).toBe(Infinity)));
  });

  it('uses the request’s deadline for a command, the command’s own in a job, and none in a migration', () => {
    const remaining = () => timeLeft(1_000_000);
    expect(withDeadlineUnlessSet(30_000, remaining)).toBeLessThanOrEqual(30_000);
    expect(withDeadline(8_500, () => withDeadlineUnlessSet(30_000, remaining))).toBeLessThanOrEqual(8_500);
    expect(withoutDeadline(() => withDeadlineUnlessSet(30_000, remaining))).toBe(Infinity);
  });
});
