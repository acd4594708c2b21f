import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterPaint, whenIdle } from './idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('waits at most a second if the browser is never idle, and can be canceled', () => {
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

describe('after the paint', () => {
  const frames: (() => void)[] = [];
  const waitFor = (isHidden: boolean) => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    const work = vi.fn<() => void>();
    return { work, giveUp: afterPaint(work) };
  };

  it('waits for the frame of a visible page, however long it takes', () => {
    const { work } = waitFor(false);
    vi.advanceTimersByTime(20_000);
    expect(work).not.toHaveBeenCalled();
    frames.at(-1)?.();
    vi.advanceTimersByTime(10_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('does not wait if there are no frames: in a hidden tab, or one hidden later', () => {
    const { work: inHidden } = waitFor(true);
    vi.advanceTimersByTime(10);
    expect(inHidden).toHaveBeenCalledOnce();
    const { work } = waitFor(false);
    vi.advanceTimersByTime(10);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('can be given up', () => {
    const { work, giveUp } = waitFor(true);
    giveUp();
    vi.advanceTimersByTime(5000);
    expect(work).not.toHaveBeenCalled();
  });
});
