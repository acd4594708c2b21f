import { ApolloLink } from '@apollo/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { of, throwError } from 'rxjs';
import { expect, it } from 'vitest';
import { notifyConnectionBack } from '../lib/connection';
import { withClient } from '../features/account/session/withClient.fixture';
import type { ProjectSummaryFragment } from '../features/projects/ProjectSummary.generated';
import { useProjectAvatars } from './ProjectsPage';

const PROJECTS = [{ id: 'p', memberCount: 1 }] as ProjectSummaryFragment[];

const project = {
  __typename: 'Project',
  id: 'p',
  members: {
    __typename: 'ProjectMemberConnection',
    nodes: [
      {
        __typename: 'ProjectMember',
        id: 'm',
        user: { __typename: 'User', id: 'u', firstName: 'Mara', lastName: 'Lind', name: 'Mara Lind', avatar: null },
      },
    ],
  },
};

it('shows the members of projects once the connection is back', async () => {
  let asked = 0;
  let isReachable = false;
  const link = new ApolloLink(() => {
    asked += 1;
    return isReachable ? of({ data: { nodes: [project] } }) : throwError(() => new TypeError('Failed to fetch'));
  });
  const { result } = renderHook(() => useProjectAvatars(PROJECTS), { wrapper: withClient(link) });
  await waitFor(() => expect(asked).toBe(1));
  isReachable = true;
  await waitFor(() => {
    act(notifyConnectionBack);
    expect(result.current.get('p')).toMatchObject([{ id: 'u' }]);
  });
  act(notifyConnectionBack);
  expect(asked).toBe(2);
});
