import type { ProjectRole } from '@contract/enums';

/** The member of this number. */
export const memberFixture = (n: number, userId: string, role: ProjectRole = 'MEMBER') => ({
  __typename: 'ProjectMember',
  id: `m${n}`,
  projectId: 'p',
  userId,
  role,
  joinedAt: '2026-11-01T00:00:00.000Z',
  user: {
    __typename: 'User',
    id: userId,
    firstName: 'Mara',
    lastName: `No. ${n}`,
    name: `Mara No. ${n}`,
    username: `mara${n}`,
    avatar: null,
  },
});

/** A page of a project's members that ends before the member of this number. */
export const membersPage = (
  nodes: readonly ReturnType<typeof memberFixture>[],
  { total, end, endCursor = String(end) }: { total: number; end: number; endCursor?: string },
) => ({
  __typename: 'ProjectMemberConnection',
  totalCount: total,
  pageInfo: { __typename: 'PageInfo', hasNextPage: end < total, endCursor },
  nodes,
});

/** A project with a page of its members. */
export const projectWith = (members: ReturnType<typeof membersPage>) => ({
  __typename: 'Project',
  id: 'p',
  viewerRole: 'OWNER',
  isExample: false,
  viewerCanManageMembers: true,
  viewerCanRemoveMembers: true,
  viewerCanLeave: true,
  members,
});

/** The id of one of 120 members, who have numbers from 1 on. */
export const memberId = (n: number): string => `019a9f5e-8c3b-7a50-9d2e-${String(n).padStart(12, '0')}`;

const MEMBERS = Array.from({ length: 120 }, (_, index) => memberFixture(index + 1, memberId(index + 1)));

/** A project with 120 members, and a page of them. */
export const membersAfter = (after = 0) =>
  projectWith(membersPage(MEMBERS.slice(after, after + 100), { total: MEMBERS.length, end: after + 100 }));
