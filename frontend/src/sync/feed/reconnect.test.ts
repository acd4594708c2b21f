import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepConnected, type ConnectionEvents } from './reconnect';

describe('keepConnected', () => {
  let lives: (ConnectionEvents & { ended: boolean })[];
  let changes: boolean[];
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    lives = [];
    changes = [];
    stop = keepConnected({
      begin: (events) => {
        const life = { ...events, ended: false };
        lives.push(life);
        return () => {
          life.ended = true;
        };
      },
      onChange: (isUp) => changes.push(isUp),
    });
  });
  afterEach(() => {
    stop();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const last = () => lives.at(-1)!;

  it('reconnects some time after a connection has ended, later after each failure', () => {
    last().onUp();
    last().onDown();
    expect(lives).toHaveLength(1);
    vi.advanceTimersByTime(1600);
    expect(lives).toHaveLength(2);
    last().onDown();
    vi.advanceTimersByTime(3199);
    expect(lives).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(lives).toHaveLength(3);
    expect(changes).toEqual([true, false]);
  });

  it('resets the delay once a connection is open', () => {
    last().onDown();
    vi.advanceTimersByTime(1600);
    last().onUp();
    last().onDown();
    vi.advanceTimersByTime(1600);
    expect(lives).toHaveLength(3);
  });

  it('closes a lost connection once, and ignores its later events', () => {
    const [first] = lives;
    first?.onUp();
    first?.onDown();
    expect(first?.ended).toBe(true);
    first?.onDown();
    first?.onUp();
    expect(changes).toEqual([true, false]);
    vi.advanceTimersByTime(1600);
    expect(lives).toHaveLength(2);
  });

  it('reconnects at once when the network is back or the tab becomes visible', () => {
    for (let failures = 0; failures < 6; failures += 1) {
      last().onDown();
      vi.advanceTimersByTime(10_000);
    }
    last().onDown();
    const before = lives.length;
    window.dispatchEvent(new Event('online'));
    expect(lives).toHaveLength(before + 1);
    last().onDown();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(lives).toHaveLength(before + 2);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(lives).toHaveLength(before + 2);
  });

  it('closes a connection whose network was lost', () => {
    const [first] = lives;
    first?.onUp();
    window.dispatchEvent(new Event('offline'));
    expect(first?.ended).toBe(true);
    expect(lives).toHaveLength(2);
    expect(changes).toEqual([true, false]);
  });

  it('gives up a connection that does not open', () => {
    vi.advanceTimersByTime(12_000);
    expect(lives[0]?.ended).toBe(true);
    vi.advanceTimersByTime(1600);
    expect(lives).toHaveLength(2);
  });

  it('does not reconnect after it was stopped', () => {
    last().onDown();
    stop();
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event('online'));
    expect(lives).toHaveLength(1);
  });
});
