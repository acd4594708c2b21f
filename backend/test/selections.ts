/** What GraphQL is asked for so that it answers exactly what REST does. */
export const USER = 'id firstName lastName name username email avatar createdAt updatedAt';
export const SESSION = 'id device address createdAt lastSeenAt current';
export const API_TOKEN = 'id name scope projectIds createdAt expiresAt lastUsedAt';
export const FOUND_USER = 'id firstName lastName name username avatar';
export const PROJECT =
  'id name description color revision version memberCount memberIds viewerRole archivedAt createdAt updatedAt';
export const MEMBER = `userId projectId role joinedAt user { ${USER} }`;
export const INVITATION = `id projectId email role inviterId createdAt expiresAt inviter { ${USER} }`;
export const TASK = `id projectId title description status priority dueDate completedAt tags rank version creatorId assigneeId
  createdAt updatedAt commentCount checklistTotal checklistDone`;
export const REVISIONS = 'revisions { projectId revision }';
export const BULK_RUN = `id state total done message createdAt finishedAt ${REVISIONS}`;
export const VIEW = `id name projectId isProjectGone orderBy groupBy layout createdAt updatedAt
  filter { statuses priorities projectIds assigneeIds search tags dues dueFrom dueTo completedWithinDays }`;
export const TRASH_ENTRY = 'id kind title projectId deletedAt deletedBy until';
export const EXPORT = 'id status progress size createdAt finishedAt expiresAt';
export const CHECKLIST_ITEM = 'id projectId taskId text done rank version createdAt updatedAt';
export const COMMENT = 'id projectId taskId authorId text version createdAt updatedAt';
export const HISTORY = `id projectId revision entity entityId action fields at undoOf subject itemText taskId actor { ${USER} }`;
export const CHANGE_SET = `projectId revision kind mutationId at undoOf epoch actor { id }
  changes { entity entityId action fields movedTo respaced task { ${TASK} } checklistItem { ${CHECKLIST_ITEM} } comment { ${COMMENT} } member { ${MEMBER} }
    project { ${PROJECT} } }`;
export const PREFERENCES = 'email push taskReminders projectUpdates weeklyDigest theme timeZone';
export const STATS = `totalTasks inProgressTasks completedTasks overdueTasks
  changes { total inProgress completed overdue } completedByWeek { weekStart completed }`;

export const NOTIFICATION = 'id kind title message count read createdAt actor { id } task { id } project { id }';

/** A mutation whose argument is `$input`, and what to ask of its payload. */
export const mutation = (field: string, selection: string): string =>
  `mutation($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${selection} } }`;
