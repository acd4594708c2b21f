/** Returns a project whose owner is the viewer. */
export const projectFixture = (fields: object = {}) => ({
  __typename: 'Project',
  id: 'p',
  name: 'Harbor',
  description: '',
  color: '#336699',
  key: 'HARB',
  version: 1,
  revision: 1,
  memberCount: 1,
  createdAt: '2026-05-30T12:00:00.000Z',
  archivedAt: null,
  isExample: false,
  isTemplate: false,
  viewerRole: 'OWNER',
  ...fields,
});

/** The answer to a query of all projects, which are these. */
export const answerOf = (...nodes: object[]) => {
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  return { data: { projects: { __typename: 'ProjectConnection', totalCount: nodes.length, pageInfo, nodes } } };
};
