import { ApolloLink, gql } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withClient } from '../../features/account/session/withClient.fixture';
import { makeClient } from './client';
import { clearAnswers, enableAnswerReuse, reuseRecentAnswers } from './recentAnswers';
import { usePageQuery } from './usePageQuery';

const QUERY = gql`
  query Page {
    total
  }
`;
const WRITE = gql`
  mutation Write {
    write
  }
`;

describe('a page that is opened again', () => {
  let asked: number;
  let token: string;
  let client: ReturnType<typeof makeClient>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T10:00:05Z') });
    asked = 0;
    token = 'mara';
    client = makeClient(
      ApolloLink.from([
        reuseRecentAnswers(() => token),
        new ApolloLink(({ operationName }) => {
          if (operationName === 'Write') return of({ data: { write: true } });
          asked += 1;
          return of({ data: { total: asked } });
        }),
      ]),
    );
    enableAnswerReuse(true);
  });
  afterEach(() => {
    enableAnswerReuse(false);
    vi.useRealTimers();
  });

  /** Opens the page, reads it to the end, and closes it; answers how often the server was asked by then. */
  const visit = async (isFed = true): Promise<number> => {
    const { result, unmount } = renderHook(() => usePageQuery(QUERY, { isFed }), { wrapper: withClient(client) });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current.data).toEqual({ total: asked });
    unmount();
    return asked;
  };

  it('queries the server once while nothing changes', async () => {
    expect(await visit()).toBe(1);
    expect(await visit()).toBe(1);
  });

  it('queries again if the feed does not report its changes', async () => {
    expect(await visit(false)).toBe(1);
    expect(await visit(false)).toBe(2);
  });

  it.each<[what: string, happens: () => unknown]>([
    ['after an event', clearAnswers],
    ['after a write of this tab', () => client.mutate({ mutation: WRITE })],
    [
      'after the connection was lost',
      () => {
        enableAnswerReuse(false);
        enableAnswerReuse(true);
      },
    ],
    ['in the next minute', () => vi.setSystemTime(new Date('2026-03-02T10:01:00Z'))],
    [
      'in the name of another account',
      () => {
        token = 'wen';
      },
    ],
  ])('asks again %s', async (_what, happens) => {
    expect(await visit()).toBe(1);
    await happens();
    expect(await visit()).toBe(2);
  });

  it('queries again while no feed is connected', async () => {
    enableAnswerReuse(false);
    expect(await visit()).toBe(1);
    expect(await visit()).toBe(2);
  });

  it('asks the server each time that an open page wants to read again', async () => {
    const { result } = renderHook(() => usePageQuery(QUERY, { isFed: true }), { wrapper: withClient(client) });
    await waitFor(() => expect(result.current.loading).toBe(false));
    await act(() => result.current.readAgain());
    expect(asked).toBe(2);
  });
});
