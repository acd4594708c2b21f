import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { makeClient } from '../../../sync/client/client';
import { memberId, membersAfter } from '../../projects/members.fixture';
import { useFilterPeople } from './useFilterPeople';

it('offers all members of a large project, and a former one who has tasks on the page', async () => {
  const link = new ApolloLink(({ variables }) =>
    of({ data: { project: membersAfter(Number(variables['after'] ?? 0)) } }),
  );
  const client = makeClient(link);
  const wrapper = withClient(client, { id: memberId(1) });
  const shown = [
    { id: 'former', firstName: 'Fred', lastName: 'Stone', avatar: null },
    { id: memberId(2), firstName: 'Person', lastName: '2', avatar: null },
  ];
  const { result } = renderHook(() => useFilterPeople(['p'], shown), { wrapper });
  await waitFor(() => expect(result.current).toHaveLength(120));
  expect(result.current.some(({ id }) => id === 'former')).toBe(true);
  expect(result.current.some(({ id }) => id === memberId(120))).toBe(true);
});
