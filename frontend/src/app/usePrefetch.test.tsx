import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { render, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { withClient } from '../features/account/session/withClient.fixture';
import { notifyConnectionBack } from '../lib/connection';
import { whenIdle } from '../lib/idle';
import { lazyComponent } from '../ui/lazyComponent';
import { Spinner } from '../ui/Spinner';
import { usePrefetch } from './usePrefetch';

const Part = () => null;

it('stops prefetching after a failure until the connection is back', async () => {
  const lost = vi.fn<() => Promise<{ Part: typeof Part }>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const next = vi.fn<() => Promise<{ Part: typeof Part }>>().mockResolvedValue({ Part });
  for (const load of [lost, next]) lazyComponent(load, 'Part', { preload: true });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  const { unmount } = renderHook(() => usePrefetch(() => undefined), { wrapper: withClient(client) });
  await waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 10_000 });
  for (let turns = 0; turns < 3; turns += 1) await new Promise<void>((done) => void whenIdle(done));
  expect(next).not.toHaveBeenCalled();
  notifyConnectionBack();
  await waitFor(() => expect(next).toHaveBeenCalled(), { timeout: 10_000 });
  unmount();
});

it('treats a page as loaded only when no spinner is left, even if all answers have arrived', async () => {
  const onRead = vi.fn<() => void>();
  const { unmount: endWaiting } = render(<Spinner size="lg" />);
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  const { unmount } = renderHook(() => usePrefetch(onRead), { wrapper: withClient(client) });
  // The page would count as read after an idle moment and a frame.
  await new Promise<void>((done) => void whenIdle(done));
  await new Promise((done) => void setTimeout(done, 500));
  expect(onRead).not.toHaveBeenCalled();
  endWaiting();
  await waitFor(() => expect(onRead).toHaveBeenCalledOnce(), { timeout: 10_000 });
  unmount();
});
