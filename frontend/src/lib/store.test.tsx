import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createListeners, createStore, createStoredText, useStore } from './store';

afterEach(() => localStorage.clear());

it('starts with the first listener and stops with the last', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const { subscribe, notify } = createListeners(start);
  const [first, second] = [vi.fn(), vi.fn()];
  const stops = [subscribe(first), subscribe(second)];
  notify();
  for (const end of stops) end();
  notify();
  expect([start, stop, first, second].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1, 1]);
});

it('renders a value again when it changes, and only then', () => {
  const store = createStore(1);
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useStore(store);
  });
  act(() => store.set(1));
  expect(renders).toBe(1);
  act(() => store.set(2));
  expect(result.current).toBe(2);
});

it('follows a stored text in other tabs, also when they clear the storage', () => {
  const store = createStoredText('theme');
  const { result } = renderHook(() => useStore(store));
  act(() => store.set('dark'));
  expect(result.current).toBe('dark');
  for (const [key, text] of [
    ['theme', 'light'],
    [null, null],
  ] as const) {
    act(() => {
      if (text === null) localStorage.clear();
      else localStorage.setItem('theme', text);
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });
    expect(result.current).toBe(text);
  }
});
