/** GraphQL selections with the same fields as the REST answers. */
export const USER = 'id firstName lastName name username email avatar createdAt updatedAt';
export const SESSION = 'id device address createdAt lastSeenAt current';
export const API_TOKEN = 'id name scope projectIds createdAt expiresAt lastUsedAt';
export const FOUND_USER = 'id firstName lastName name username avatar';
export const PROJECT =
  'id name description color key revision version memberCount memberIds viewerRole archivedAt isExample isTemplate viewerHasMuted createdAt updatedAt';
export const MEMBER = `userId projectId role joinedAt user { ${USER} }`;
export const INVITATION = `id projectId email role inviterId createdAt expiresAt inviter { ${USER} }`;
export const SHARE_LINK = 'id projectId creatorId viewName hasPassword initials ending createdAt expiresAt';
const SHARED_TASK = 'id title excerpt priority dueDay tags { name color } checklistTotal checklistDone initials';
export const SHARED_TASK_PAGE = `tasks { ${SHARED_TASK} } next`;
export const SHARED_BOARD = `projectName color revision expiresAt
  columns { id name color status taskCount ${SHARED_TASK_PAGE} }`;
export const TASK = `id projectId number key title description excerpt status columnId priority dueDate dueDay completedAt tags rank version creatorId assigneeId
  startDate parentId seriesId occurrence repeat { rule mode timeZone until count } createdAt updatedAt commentCount attachmentCount coverId checklistTotal checklistDone subtasksTotal subtasksDone openBlockers`;
export const ATTACHMENT =
  'id projectId taskId creatorId name type size width height isCover createdAt version url thumbnailUrl';
export const RELATION = 'id projectId kind taskId otherId creatorId createdAt version';
export const COLUMN = 'id projectId name color status rank limit hidden version';
export const REVISIONS = 'revisions { projectId revision }';
export const BULK_RUN = `id state total done message createdAt finishedAt ${REVISIONS}`;
export const VIEW = `id name projectId isProjectGone orderBy groupBy layout createdAt updatedAt
  filter { statuses columnIds priorities projectIds assigneeIds search tags dues dueFrom dueTo dueDayFrom dueDayTo completedWithinDays parentId blocked }`;
export const CALENDAR_FEED = `id name as createdAt lastFetchedAt
  filter { statuses columnIds priorities projectIds assigneeIds search tags dues dueFrom dueTo dueDayFrom dueDayTo completedWithinDays parentId blocked }`;
export const WEBHOOK = 'id projectId name url events format state pauseReason createdAt';
export const WEBHOOK_DELIVERY =
  'id webhookId messageId type projectId revision state attempts createdAt attemptedAt nextAt durationMs status error request response';
export const TRASH_ENTRY = 'id kind title projectId deletedAt deletedBy until';
export const EXPORT = 'id status progress size filesSize createdAt finishedAt expiresAt';
export const CHECKLIST_ITEM = 'id projectId taskId text done rank version createdAt updatedAt';
export const COMMENT =
  'id projectId taskId authorId text copiedFrom { name at } importedFrom { name at } version createdAt updatedAt';
export const HISTORY = `id projectId revision entity entityId action fields at undoOf subject itemText commentText fileName relation { kind taskId otherId title otherTitle } columnNames taskId actor { ${USER} }`;
export const CHANGE_SET = `projectId revision kind mutationId at undoOf epoch actor { id }
  changes { entity entityId action fields movedTo respaced task { ${TASK} } taskRelation { ${RELATION} } attachment { ${ATTACHMENT} } checklistItem { ${CHECKLIST_ITEM} } comment { ${COMMENT} } column { ${COLUMN} } member { ${MEMBER} }
    project { ${PROJECT} } }`;
export const PREFERENCES =
  'email push taskReminders projectUpdates weeklyDigest theme timeZone language tips kinds { kind app email push }';
export const STATS = `totalTasks inProgressTasks completedTasks overdueTasks
  changes { total inProgress completed overdue } completedByWeek { weekStart completed }
  byProject { projectId open overdue } firstSteps { project task people }`;

export const ANALYTICS = `from to completedByWeek { week count } flow { day todo inProgress inReview done }
  cycleTime { tasks p50Hours p85Hours classes { fromHours toHours tasks } }
  byPerson { userId user { ${USER} } completed open overdue }`;
export const TEAM_PERSON = `userId user { ${USER} } open overdue completedThisWeek projectIds`;

export const NOTIFICATION =
  'id kind title message params { actor project task status column comment joined names more } count read createdAt snoozedUntil group { id size unreadCount count } actor { id } task { id } project { id }';

/** Builds a mutation with an `$input` variable. */
export const mutation = (field: string, selection: string): string =>
  `mutation($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${selection} } }`;
export const SINCE_LAST_VISIT = `at count people latest { ${HISTORY} }`;

export const ACCOUNT =
  'id name username email state isAdmin twoFactor emailVerifiedAt createdAt lastSeenAt suspendedAt deletionAt projects ownedProjects';

export const ACCOUNT_INVITATION = 'id email inviterName createdAt expiresAt';

export const SECURITY_EVENT = 'id at kind isFailure userId userName userEmail actorId actorName address details';

export const INSTANCE =
  'version databaseVersion accounts activeAccounts suspendedAccounts leavingAccounts administrators projects tasks ' +
  'databaseBytes filesBytes filesMaxBytes jobsWaiting jobsFailed signUp isSignUpFixed signUpDomains sendsMail mailServer mailFrom mailFailure ' +
  'mailFailedAt backupEvery lastBackupAt lastBackupBytes';
const COUNTS = 'tasks comments checklistItems columns relations files';
export const IMPORT = `id source state dryRun projectId newProjectName withArchived uploadUrl done total progress failure
  failureReason { key params }
  plan {
    name fields { column field samples } dateOrder
    lists { name tasks isArchived columnId columnName status isNew isTagged } people { name tasks userId }
    tasks archived comments checklistItems projects { id name tasks } project
  }
  report {
    made { ${COUNTS} } kept { ${COUNTS} } undone { ${COUNTS} } left { what kind why reason { key params } count }
    refused { row thing { kind name number } why reason { key params } }
    refusedCount lineCount
  }
  createdAt finishedAt expiresAt`;
