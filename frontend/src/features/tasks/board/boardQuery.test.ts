import { afterEach, expect, it, vi } from 'vitest';
import { boardQuery } from './boardQuery';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a board that is read without a connection is the same after midnight, and moves on once the connection is back', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 23, 59) });
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const evening = boardQuery().variables;
  isOnline.mockReturnValue(false);
  vi.setSystemTime(new Date(2026, 10, 23, 0, 1));
  expect(boardQuery().variables).toEqual(evening);
  isOnline.mockReturnValue(true);
  expect(boardQuery().variables).not.toEqual(evening);
});

it('a search reads enough cards for the height of a large screen', () => {
  expect(boardQuery({ search: 'oar' }).variables).toMatchObject({ first: 14, isSearch: true });
});
