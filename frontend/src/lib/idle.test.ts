import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('waits a second at most where the browser is never idle, and can be given up', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: IdleRequestOptions = {}) =>
    timeout === undefined ? undefined : setTimeout(work, timeout),
  );
  vi.stubGlobal('cancelIdleCallback', (id: number) => clearTimeout(id));
  const [done, givenUp] = [vi.fn<() => void>(), vi.fn<() => void>()];
  whenIdle(done);
  whenIdle(givenUp)();
  vi.advanceTimersByTime(1000);
  expect(done).toHaveBeenCalledOnce();
  expect(givenUp).not.toHaveBeenCalled();
});
