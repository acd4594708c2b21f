/** The id of one of the members. */
export const memberId = (n: number): string => `019a9f5e-8c3b-7a50-9d2e-${String(n).padStart(12, '0')}`;

const member = (n: number) => ({
  __typename: 'ProjectMember',
  id: `m${n}`,
  projectId: 'p',
  userId: memberId(n),
  role: 'MEMBER',
  joinedAt: '2026-11-01T00:00:00.000Z',
  user: {
    __typename: 'User',
    id: memberId(n),
    firstName: 'Mara',
    lastName: `No. ${n}`,
    name: `Mara No. ${n}`,
    username: `mara${n}`,
    avatar: null,
  },
});

const NUMBERS = Array.from({ length: 120 }, (_, index) => index + 1);

/** A project with 120 members, and a page of them. */
export const membersAfter = (after = 0) => ({
  __typename: 'Project',
  id: 'p',
  viewerRole: 'OWNER',
  isExample: false,
  viewerCanManageMembers: true,
  viewerCanRemoveMembers: true,
  viewerCanLeave: true,
  members: {
    __typename: 'ProjectMemberConnection',
    totalCount: NUMBERS.length,
    pageInfo: { __typename: 'PageInfo', hasNextPage: after === 0, endCursor: String(after + 100) },
    nodes: NUMBERS.slice(after, after + 100).map(member),
  },
});
