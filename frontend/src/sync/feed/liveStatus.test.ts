import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDisconnected, setSignedOut, recordActivity, setConnected, useLiveStatus } from './liveStatus';

const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('the live status', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    setSignedOut();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('does not report a short gap', () => {
    const { result } = renderHook(useLiveStatus);
    act(setDisconnected);
    pass(1999);
    act(setConnected);
    pass(5000);
    expect(result.current).toBe('live');
  });

  it('reports offline after two seconds, and catching up until no more events arrive', () => {
    const { result } = renderHook(useLiveStatus);
    act(setDisconnected);
    pass(2000);
    expect(result.current).toBe('offline');
    act(setConnected);
    expect(result.current).toBe('catchingUp');
    pass(300);
    act(recordActivity);
    pass(300);
    expect(result.current).toBe('catchingUp');
    pass(100);
    expect(result.current).toBe('live');
  });

  it('reports offline at once if the browser does', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { result } = renderHook(useLiveStatus);
    act(setDisconnected);
    pass(0);
    expect(result.current).toBe('offline');
  });

  it('reports offline from the start on a page opened without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.resetModules();
    const opened = await import('./liveStatus');
    expect(opened.isLive()).toBe(false);
    opened.setConnected();
    pass(400);
    expect(opened.isLive()).toBe(true);
  });
});
