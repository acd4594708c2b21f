import { ApolloLink } from '@apollo/client';
import { act, renderHook } from '@testing-library/react';
import { of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ProjectRole } from '@contract/enums';
import { withClient } from '../../account/session/withClient.fixture';
import { memberFixture, membersPage, projectWith } from '../../projects/members.fixture';
import type { OpenedTask } from './Property';
import { useAssignees } from './useAssignees';

const ROLES: readonly ProjectRole[] = ['OWNER', 'MEMBER', 'COMMENTER', 'VIEWER', 'MEMBER'];

const members = (count: number) =>
  membersPage(
    ROLES.slice(0, count).map((role, n) => memberFixture(n, `u${n}`, role)),
    { total: ROLES.length, end: count },
  );

/** The hook in the panel of a task, which has read so many members of the project. */
const setUp = (count: number, isReachable = true) => {
  let asked = 0;
  const answer = projectWith(members(ROLES.length));
  const link = new ApolloLink(() => {
    asked += 1;
    return isReachable ? of({ data: { project: answer } }) : throwError(() => new TypeError('Failed to fetch'));
  });
  const wrapper = withClient(link);
  const project = { __typename: 'Project', id: 'p', members: members(count) } as unknown as OpenedTask['project'];
  const { result } = renderHook(() => useAssignees(project), { wrapper });
  const ids = () => result.current.people.map(({ id }) => id);
  return { result, ids, asked: () => asked };
};

describe('the assignees that the panel of a task offers', () => {
  it('are members who can change tasks', async () => {
    const { result, ids, asked } = setUp(ROLES.length);
    expect(ids()).toEqual(['u0', 'u1', 'u4']);
    await act(() => result.current.readAll());
    expect(asked()).toBe(0);
  });

  it('are all of them, also in a project with more members than the panel reads', async () => {
    const { result, ids } = setUp(3);
    expect(ids()).toEqual(['u0', 'u1']);
    await act(() => result.current.readAll());
    expect(ids()).toEqual(['u0', 'u1', 'u4']);
  });

  it('are the first ones if the others cannot be read', async () => {
    const { result, ids } = setUp(3, false);
    await act(() => result.current.readAll());
    expect(ids()).toEqual(['u0', 'u1']);
  });
});
