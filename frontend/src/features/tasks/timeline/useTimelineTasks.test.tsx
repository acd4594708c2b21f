import { ApolloLink, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { renderHook, waitFor } from '@testing-library/react';
import { buildSchema, graphql, print } from 'graphql';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import schemaText from '../../../../../schema.graphql?raw';
import { makeClient } from '../../../sync/client/client';
import type { CurrentUserFragment } from '../../account/session/CurrentUser.generated';
import { SessionContext } from '../../account/session/SessionContext';
import { NO_FILTERS } from '../filters/taskFilters';
import { taskFixture } from '../model/task.fixture';
import { useTimelineTasks } from './useTimelineTasks';

const schema = buildSchema(schemaText);

/** A server with so many tasks without a due date; those at the end have a start day. */
const setUp = (count: number) => {
  const tasks = ({ filter, after }: { filter: { due?: string }; after?: string | null }) => {
    const all = filter.due === 'NONE' ? count : 0;
    const from = Number(after ?? 0);
    const to = Math.min(all, from + 100);
    const nodes = Array.from({ length: to - from }, (_, at) =>
      taskFixture({ id: String(from + at), startDate: from + at >= all - 150 ? '2026-12-01' : null }),
    );
    return { nodes, totalCount: all, pageInfo: { hasNextPage: to < all, endCursor: String(to) } };
  };
  const link = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const asked = graphql({ schema, source: print(query), variableValues: variables, rootValue: { tasks } });
        void asked.then((answer) => {
          observer.next(answer as ApolloLink.Result);
          observer.complete();
        });
      }),
  );
  const client = makeClient(link);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <SessionContext value={{ id: 'me' } as CurrentUserFragment}>{children}</SessionContext>
    </ApolloProvider>
  );
  return renderHook(() => useTimelineTasks(NO_FILTERS, '', '2026-11-01', '2026-12-31'), { wrapper }).result;
};

it('says that tasks without a due date are missing', async () => {
  const timeline = setUp(400);
  await waitFor(() => expect(timeline.current).toMatchObject({ isCut: true, most: 50 }), { timeout: 20_000 });
  expect(timeline.current.rows).toHaveLength(50);
});

it('does not say so if all of them were read', async () => {
  const timeline = setUp(200);
  await waitFor(() => expect(timeline.current.rows).toHaveLength(150), { timeout: 20_000 });
  expect(timeline.current.isCut).toBe(false);
});
