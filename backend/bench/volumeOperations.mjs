const CARD = `id title description status priority dueDate tags rank version commentCount createdAt updatedAt
  projectId creatorId assigneeId project { id name color } creator { id name } assignee { id name avatar }`;
const column = (status, project = '') =>
  `${status}: tasks(filter: { statuses: [${status}]${project} }, orderBy: RANK_ASC, first: 50) {
    totalCount nodes { ${CARD} } }`;
const board = (project) =>
  ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'].map((status) => column(status, project)).join(' ');
const list = (args) =>
  `{ tasks(first: 50${args}) { totalCount pageInfo { hasNextPage endCursor } nodes { ${CARD} } } }`;

const OPEN = 'statuses: [TODO, IN_PROGRESS, IN_REVIEW]';
const LINE = `id entity entityId action at fields subject itemText commentText taskId projectId actor { id name }`;
const dayFromNow = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const groups = (by, filter) => `taskGroups(filter: { ${filter} }, groupBy: ${by}, timeZone: "UTC") {
  key count project { id name color } assignee { id name avatar } }`;

/** Figures over the last days. */
export const analytics = (days, args = '') => `{ analytics(
    from: "${dayFromNow(1 - days)}", to: "${dayFromNow(0)}"${args}) {
    completedByWeek { week count } flow { day todo inProgress inReview done }
    cycleTime { tasks p50Hours p85Hours classes { fromHours toHours tasks } }
    byPerson { userId completed open overdue user { id name } } } }`;

export const people = `{ people(first: 50) { totalCount nodes {
  open overdue completedThisWeek user { id name avatar } projects { id name color } } } }`;

/** A grouped list as it is opened: the counts, and the first groups. */
export const grouped = (by, filter, first) => `{ ${groups(by, filter)}
  first: tasks(filter: { ${filter}${first} }, orderBy: DUE_ASC, first: 100) { totalCount nodes { ${CARD} } } }`;

/** The GraphQL operations of the screens; each list with its total count. */
export function volumeOperations({ userId, projectIds: [projectId], afterMany, task }) {
  return [
    ['tasks, first page', list('')],
    ['tasks, a page after 1,000', list(`, after: "${afterMany}"`)],
    ['tasks, by status and priority', list(', filter: { statuses: [TODO, IN_PROGRESS], priorities: [URGENT] }')],
    ['tasks, of one project', list(`, filter: { projectId: "${projectId}" }`)],
    ['tasks, assigned to me', list(`, filter: { assigneeId: "${userId}" }`)],
    ['tasks, with a tag', list(', filter: { tag: "launch" }')],
    ['tasks, overdue, by due date', list(', filter: { overdue: true }, orderBy: DUE_ASC')],
    ['tasks, by priority', list(', orderBy: PRIORITY_DESC')],
    ['tasks, by title', list(', orderBy: TITLE_ASC')],
    ['tasks, last changed', list(', orderBy: UPDATED_DESC')],
    ['search, a frequent word', list(', filter: { search: "launch" }')],
    ['search, a whole title', list(`, filter: { search: "${task.title}" }`)],
    ['search, two letters', list(', filter: { search: "ha" }')],
    ['search, nothing to find', list(', filter: { search: "zebra crossing" }')],
    ['board', `{ ${board('')} }`],
    [
      'project page',
      `{ project(id: "${projectId}") { name description viewerRole
      members(first: 100) { totalCount nodes { role joinedAt user { id name avatar } } }
      activity(first: 50) { nodes { id action entity fields at actor { id name } } } }
      ${board(`, projectId: "${projectId}"`)} }`,
    ],
    [
      'task with comments and history',
      `{ task(id: "${task.id}") { ${CARD}
      comments(first: 50) { nodes { id text createdAt author { id name } } }
      history(first: 50) { nodes { id action fields at actor { id name } } } } }`,
    ],
    [
      'dashboardStats',
      `{ dashboardStats { totalTasks inProgressTasks completedTasks overdueTasks
      changes { total inProgress completed overdue } completedByWeek { weekStart completed } } }`,
    ],
    [
      'dashboard, recent and overdue',
      `{
      recent: tasks(filter: { involving: "${userId}" }, orderBy: UPDATED_DESC, first: 6) { nodes { ${CARD} } }
      overdue: tasks(filter: { overdue: true }, orderBy: DUE_ASC, first: 3) { totalCount nodes { ${CARD} } } }`,
    ],
    ['my work', grouped('DUE', `assigneeId: "${userId}", ${OPEN}`, ', dues: [OVERDUE]')],
    ['grouped by status', grouped('STATUS', '', 'statuses: [TODO]')],
    ['grouped by project', grouped('PROJECT', '', `projectId: "${projectId}"`)],
    ['grouped by person', grouped('ASSIGNEE', `projectId: "${projectId}"`, `, assigneeId: "${userId}"`)],
    [
      'calendar, six weeks',
      list(
        `, filter: { dueFrom: "${dayFromNow(-21)}T00:00:00Z", dueTo: "${dayFromNow(21)}T00:00:00Z" }, orderBy: DUE_ASC`,
      ),
    ],
    ['views', '{ views { id name filter { statuses } groupBy layout orderBy projectId } }'],
    [
      'notifications, grouped',
      `{ notifications(first: 30, grouped: true) {
      totalCount unreadCount nodes { id title kind read count createdAt group { id count size unreadCount } task { id title } } } }`,
    ],
    ['since the last visit', `{ sinceLastVisit { count people latest { ${LINE} } } }`],
    ['activity of all projects', `{ activity(first: 50) { nodes { ${LINE} } } }`],
    ['activity of a person', `{ activity(first: 50, actorId: "${userId}") { nodes { ${LINE} } } }`],
    ['people', people],
    ['figures of a month', analytics(30)],
    ['figures of a year, of a person', analytics(365, ', assigneeId: "me"')],
  ];
}
