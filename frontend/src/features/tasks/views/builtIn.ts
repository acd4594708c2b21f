/** The default views, by their addresses. */
export const BUILT_IN = {
  myWork: '/tasks?status=TODO&status=IN_PROGRESS&status=IN_REVIEW&assignee=me&sort=DUE_ASC&group=due',
  overdue: '/tasks?due=OVERDUE&sort=DUE_ASC',
  recentlyDone: '/tasks?status=DONE&done=14&sort=COMPLETED_DESC',
} as const;
