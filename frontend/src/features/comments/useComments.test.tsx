import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { memberId, membersAfter } from '../projects/members.fixture';
import { useComments } from './useComments';

it('knows all members of a large project, for mentions and names in the history', async () => {
  const comments = {
    __typename: 'CommentConnection',
    totalCount: 0,
    pageInfo: { __typename: 'PageInfo', hasPreviousPage: false, startCursor: null },
    nodes: [],
  };
  const task = { __typename: 'Task', id: 't', version: 1, commentCount: 0, comments };
  const link = new ApolloLink(({ operationName, variables }) => {
    const project = { archivedAt: null, ...membersAfter(Number(variables['after'] ?? 0)) };
    return of({ data: operationName === 'Comments' ? { task: { ...task, project } } : { project } });
  });
  const client = makeClient(link);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>{children}</ApolloProvider>
  );
  const { result } = renderHook(() => useComments('t', []), { wrapper });
  await waitFor(() => expect(result.current.members).toHaveLength(120));
  expect(new Set(result.current.members.map(({ id }) => id)).has(memberId(120))).toBe(true);
});
