import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../account/session/withClient.fixture';
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
  const { result } = renderHook(() => useComments('t', []), { wrapper: withClient(link) });
  await waitFor(() => expect(result.current.members).toHaveLength(120));
  expect(new Set(result.current.members.map(({ id }) => id)).has(memberId(120))).toBe(true);
});
