import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from './useNow';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() + 60 * MINUTE, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('passes once a minute while the page is visible, and when it is shown again', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const start = Date.now();
  const { result } = renderHook(() => useNow().getTime() - start);
  expect(result.current).toBe(0);
  act(() => void vi.advanceTimersByTime(MINUTE));
  expect(result.current).toBe(MINUTE);
  hidden.mockReturnValue(true);
  act(() => void vi.advanceTimersByTime(10 * MINUTE));
  expect(result.current).toBe(MINUTE);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(11 * MINUTE);
});
