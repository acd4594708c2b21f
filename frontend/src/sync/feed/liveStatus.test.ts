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

  it('says nothing of a short gap', () => {
    const { result } = renderHook(useLiveStatus);
    act(setDisconnected);
    pass(1999);
    act(setConnected);
    pass(5000);
    expect(result.current).toBe('live');
  });

  it('says that one is offline after two seconds, and that it catches up until nothing more comes', () => {
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

  it('says so at once when the browser knows it', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { result } = renderHook(useLiveStatus);
    act(setDisconnected);
    pass(0);
    expect(result.current).toBe('offline');
  });

  it('says so from the beginning of a page that is opened without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.resetModules();
    const opened = await import('./liveStatus');
    expect(opened.isLive()).toBe(false);
    opened.setConnected();
    pass(400);
    expect(opened.isLive()).toBe(true);
  });
});
