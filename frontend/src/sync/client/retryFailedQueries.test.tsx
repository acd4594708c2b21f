import { ApolloLink, gql } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { ReactNode } from 'react';
import { of, throwError } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { noteConnection } from '../../lib/connection';
import { makeClient } from './client';
import { HttpError } from './errors';
import { retryFailedQueries } from './retryFailedQueries';
import { usePageQuery } from './usePageQuery';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A page that reads from a server of these answers, one after the other. */
const open = (answers: ReturnType<ApolloLink.RequestHandler>[]) => {
  let asked = 0;
  const client = makeClient(new ApolloLink(() => answers[asked++] ?? of({ data: { version: 'too many' } })));
  stop = retryFailedQueries(client);
  const { result } = renderHook(
    () =>
      usePageQuery(
        gql`
          query Page {
            version
          }
        `,
        { nextFetchPolicy: 'cache-only' },
      ),
    {
      wrapper: ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
    },
  );
  return { result, asked: () => asked };
};
const lost = () => throwError(() => new TypeError('Failed to fetch'));

it('reads what failed without a connection once it is back, as often as that takes', async () => {
  const { result, asked } = open([lost(), lost(), of({ data: { version: '1' } })]);
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(noteConnection);
  await waitFor(() => expect(asked()).toBe(2));
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(noteConnection);
  await waitFor(() => expect(result.current.data).toEqual({ version: '1' }));
  expect(result.current.error).toBeUndefined();
  act(noteConnection);
  expect(asked()).toBe(3);
});

it('leaves what the server refused as it is', async () => {
  const { result, asked } = open([of({ errors: [new GraphQLError('No', { extensions: { code: 'FORBIDDEN' } })] })]);
  await waitFor(() => expect(result.current.error).toBeDefined());
  act(noteConnection);
  expect(asked()).toBe(1);
});

it('reads what a busy server refused again, in growing pauses, while the page is seen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const busy = () => throwError(() => new HttpError(503, '{}'));
  const { result, asked } = open([busy(), busy(), busy(), of({ data: { version: '1' } })]);
  await vi.waitFor(() => expect(result.current.error).toBeDefined());
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(asked()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(asked()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(8_900));
  expect(asked()).toBe(2);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked()).toBe(2);
  visibility.mockReturnValue('visible');
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(result.current.data).toEqual({ version: '1' });
  expect(asked()).toBe(4);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(asked()).toBe(4);
});
