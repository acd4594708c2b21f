import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { followLink } from './followLink';
import { readBoard, readTasks, type SharedBoard, SharedError, type SharedTask } from './sharedApi';
import { useSharedBoard } from './useSharedBoard';

vi.mock(import('./followLink'), () => ({ followLink: vi.fn<typeof followLink>(() => () => undefined) }));
vi.mock(import('./sharedApi'), async (load) => ({
  ...(await load()),
  readBoard: vi.fn<typeof readBoard>(),
  readTasks: vi.fn<typeof readTasks>(),
}));

const PAGE = 2;
const COUNT = 6;

const pageAt = (from: number) => ({
  tasks: Array.from({ length: PAGE }, (_, at) => ({ id: String(from + at) }) as SharedTask),
  next: from + PAGE < COUNT ? String(from + PAGE) : null,
});

const boardAt = (revision: number): SharedBoard => ({
  projectName: 'Tern',
  color: '#336699',
  revision,
  expiresAt: null,
  columns: ['a', 'b'].map((id) => ({ id, name: id, color: null, status: 'TODO', taskCount: COUNT, ...pageAt(0) })),
});

let revision = 1;
let letGo: (() => void)[] = [];
let isHeld = false;

beforeEach(() => {
  revision = 1;
  letGo = [];
  isHeld = false;
  vi.mocked(readBoard).mockImplementation(async () => {
    const board = boardAt(revision);
    if (isHeld) await new Promise<void>((go) => letGo.push(go));
    return board;
  });
  vi.mocked(readTasks).mockImplementation((_link, _column, after) => Promise.resolve(pageAt(Number(after))));
});

it('keeps rows that were loaded during a refetch of the board', async () => {
  const { result } = renderHook(() => useSharedBoard('token'));
  const lengths = () => result.current.board?.columns.map(({ tasks }) => tasks.length);
  await waitFor(() => expect(lengths()).toEqual([PAGE, PAGE]));
  isHeld = true;
  revision = 2;
  const reading = result.current.readAgain();
  await act(() => result.current.showMore('a', String(PAGE)));
  expect(lengths()).toEqual([2 * PAGE, PAGE]);
  await act(async () => {
    letGo[0]?.();
    await reading;
  });
  expect(result.current.board?.revision).toBe(2);
  expect(lengths()).toEqual([2 * PAGE, PAGE]);
  await act(() => result.current.showMore('a', String(2 * PAGE)));
  expect(result.current.board?.columns[0]).toMatchObject({ next: null });
  expect(lengths()).toEqual([COUNT, PAGE]);
});

it('refetches the board after a column is deleted, and ends only with the link', async () => {
  const { result } = renderHook(() => useSharedBoard('token'));
  const names = () => result.current.board?.columns.map(({ name }) => name);
  await waitFor(() => expect(names()).toEqual(['a', 'b']));
  vi.mocked(readTasks).mockRejectedValue(new SharedError('NOT_FOUND', 0));
  const [, second] = boardAt(2).columns;
  vi.mocked(readBoard).mockResolvedValue({ ...boardAt(2), columns: second ? [second] : [] });
  await act(() => result.current.showMore('a', String(PAGE)));
  expect([result.current.state, names()]).toEqual(['shown', ['b']]);
  vi.mocked(readBoard).mockRejectedValue(new SharedError('NOT_FOUND', 0));
  await act(() => result.current.showMore('b', String(PAGE)));
  expect(result.current.state).toBe('ended');
});

it('ends with the link although a request from before its end is still answered', async () => {
  const { result } = renderHook(() => useSharedBoard('token'));
  await waitFor(() => expect(result.current.state).toBe('shown'));
  isHeld = true;
  const reading = result.current.readAgain();
  vi.mocked(readBoard).mockRejectedValue(new SharedError('NOT_FOUND', 0));
  vi.mocked(followLink).mock.lastCall?.[1].onEnded();
  await act(async () => {
    letGo[0]?.();
    await reading;
  });
  expect(result.current.state).toBe('shown');
  await waitFor(() => expect(result.current.state).toBe('ended'), { timeout: 4_000 });
});

it.each(['RATE_LIMITED', 'UNAVAILABLE', undefined] as const)('reads the board again after %s', async (code) => {
  vi.mocked(readBoard).mockRejectedValueOnce(new SharedError(code, 0.01));
  const { result } = renderHook(() => useSharedBoard('token'));
  await waitFor(() => expect([result.current.state, result.current.failure]).toEqual(['shown', null]));
});

it('reads the board again if further tasks could not be read', async () => {
  const { result } = renderHook(() => useSharedBoard('token'));
  await waitFor(() => expect(result.current.state).toBe('shown'));
  vi.mocked(readTasks).mockRejectedValueOnce(new SharedError(undefined, 0.05));
  await act(() => result.current.showMore('a', String(PAGE)));
  expect(result.current.failure).not.toBeNull();
  await waitFor(() => expect(result.current.failure).toBeNull());
});
