import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import type { CurrentUserFragment } from '../../account/session/CurrentUser.generated';
import { SessionContext } from '../../account/session/SessionContext';
import { memberId, membersAfter } from '../../projects/members.fixture';
import { useFilterPeople } from './useFilterPeople';

it('offers all members of a large project', async () => {
  const link = new ApolloLink(({ variables }) =>
    of({ data: { project: membersAfter(Number(variables['after'] ?? 0)) } }),
  );
  const client = makeClient(link);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApolloProvider client={client}>
      <SessionContext value={{ id: memberId(1) } as CurrentUserFragment}>{children}</SessionContext>
    </ApolloProvider>
  );
  const { result } = renderHook(() => useFilterPeople(['p'], []), { wrapper });
  await waitFor(() => expect(result.current).toHaveLength(119));
  expect(result.current.some(({ id }) => id === memberId(120))).toBe(true);
});
