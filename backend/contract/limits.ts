export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Numbers used by rules and forms. Lengths are in UTF-16 code units unless the name says bytes. */
export const LIMITS = {
  nameMax: 50,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  passwordMin: 8,
  /** bcrypt ignores bytes after the 72nd, so a longer password is refused instead of cut. */
  passwordMaxBytes: 72,
  /** This many of the most common passwords are refused. */
  commonPasswords: 3000,
  projectNameMax: 100,
  projectDescriptionMax: 1000,
  taskTitleMax: 200,
  /** The maximum length when one task is created. */
  taskDescriptionMax: 1000,
  /** The maximum length when a task is changed or imported. */
  taskTextMax: 50_000,
  taskExcerptMax: 200,
  tagsMax: 20,
  tagMax: 30,
  mutationIdMax: 100,
  commentMax: 10_000,
  /** The log stores a hash instead of a longer text. */
  longText: 1000,
  /** For codes that are typed with spaces or hyphens. */
  codeMax: 32,
  searchMax: 200,
  /** The longest period of a filter by days. */
  withinDaysMax: 366,
  /** Further words of a search are ignored. */
  searchWordsMax: 10,
  bulkMax: 200,
  notificationTitleMax: 200,
  notificationMessageMax: 1000,
  /** Change sets replayed to one subscriber for one project; a larger gap is answered with RESYNC. */
  replaySets: 1000,
  /** Log lines sent at a time to the subscribers of one project; more are answered with RESYNC. */
  replayLines: 2000,
  /** JSON bytes of these lines, and of the events queued for a slow socket. */
  replayBytes: 8 * 1024 * 1024,
  cursorsMax: 500,
  socketMessageBytes: 64 * 1024,
  socketsPerPerson: 50,
  pageMax: 100,
  pageDefault: 50,
  /** Characters in the texts of one page; a page above it ends early. */
  pageCharacters: 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** Body size without a sign-in. */
  signedOutBodyBytes: 64 * 1024,
  requestTimeoutMs: 10_000,
  /** Concurrent and queued read statements per person and process, and how long they wait. */
  readsAtOnce: 3,
  readsWaiting: 50,
  readWaitMs: 5_000,
  queryDepth: 10,
  queryAliases: 15,
  queryTokens: 2000,
  /** Cost of one GraphQL request: each object counts 1, a list its requested size; see `request/cost.ts`. */
  queryCost: 2000,
} as const;

/** Limits of one bulk create; `commentsOfTask` is per task. */
export const BULK_CREATE = { tasks: 200, commentsOfTask: 20, comments: 1_000 } as const;
/** Tasks, comments and kilobytes of text that count as one point in a bulk create. */
export const BULK_CREATE_POINT = { tasks: 50, comments: 250, kilobytes: 200 } as const;

/** Items per checklist, their length, and the points of a bulk add. */
export const CHECKLIST = { max: 100, textMax: 200, bulkPoints: 10 } as const;

/** Subtasks: levels including the top one, direct subtasks per task, tasks of a tree that moves to another project. */
export const SUBTASKS = { levels: 3, max: 200, treeMax: 200 } as const;

/**
 * Copies: tasks of a project, parts of these tasks, members, and the points of the rate limit of new objects that one
 * copy costs at most.
 */
export const COPIES = { tasks: 10_000, parts: 50_000, members: 200, pointsMax: 100 } as const;

/** Imports: the size of a file and how long it is kept, the memory of its reader, and what one file can contain. */
export const IMPORTS = {
  fileBytes: 200_000_000,
  keptDays: 7,
  memoryMb: 512,
  tasks: 50_000,
  /** The maximum for one row of a table, or one card. */
  rowBytes: 1024 * 1024,
  columns: 200,
  lists: 1_000,
  people: 1_000,
  /** The length of the name of a column, list or person. */
  nameMax: 500,
  /** Objects that are written at once. */
  batch: 200,
  /** Lines of the report. */
  lines: 20_000,
  linesShown: 100,
  perDay: 100,
} as const;

/** Relations of a task to other tasks. */
export const RELATIONS = { max: 100 } as const;

/**
 * Repeating tasks: the length of a rule, its interval and count, and how far the next day is searched for: days ahead, the
 * periods (days, weeks, months or years) and the days in them.
 */
export const REPEATS = {
  ruleMax: 200,
  intervalMax: 999,
  countMax: 9_999,
  searchDays: 3_653,
  searchMax: 4_000,
  candidatesMax: 20_000,
} as const;

/** Files of tasks. `maxMb` is the default of a server. */
export const ATTACHMENTS = {
  perTask: 100,
  nameMax: 255,
  maxMb: 25,
  /** Contents are stored in parts of this size. */
  partBytes: 256 * 1024,
  projectBytes: 2 * 1024 ** 3,
  personBytesPerDay: 1024 ** 3,
  /** An upload fails after this time without data. */
  idleMs: 30_000,
  /** The time limit of a whole upload: 25 MB need 230 kbit/s. */
  uploadMs: 900_000,
  ticketSeconds: 60,
  /** Files without an attachment are deleted after this time, and so are interrupted uploads. */
  unattachedMs: DAY_MS,
  /** Free space is checked again each time this much of a file has arrived. */
  checkBytes: 4 * 1024 * 1024,
  /** Objects in a bucket are deleted this long after their files, because backups can still refer to them. */
  objectsKeptDays: 30,
  /** The longest side of a thumbnail, and the maximum pixels of its original. */
  thumbnailSize: 480,
  thumbnailPixels: 50_000_000,
  thumbnailBytes: 25 * 1024 * 1024,
} as const;

/** Watchers of a task that are listed, and the days for which a notification can be snoozed. */
export const WATCHERS = { max: 100 } as const;
export const SNOOZE_DAYS = 366;

/** Columns per project, the length of their names, and the highest limit of open cards. */
export const COLUMNS = { max: 20, nameMax: 50, limitMax: 9_999 } as const;

/** How many tags of a project are listed, and how many can have a color. */
export const TAGS = { listed: 500, colored: 200 } as const;

/** Tasks of one bulk run, and exceptions from its filter. */
export const BULK_RUN = { max: 20_000, exceptMax: 1_000 } as const;

/** Edits of a description by one person within this time are one version. */
export const DESCRIPTION_VERSION_MINUTES = 10;

/** Limits of one undo: change sets, log lines, characters of long texts and age in days; and the number of conflicts reported. */
export const UNDO = { acts: 50, lines: 10_000, characters: 5_000_000, days: 30, conflicts: 50 } as const;

/** Data exports per person and day, and how long each is kept. */
export const EXPORTS = { perDay: 3, keptHours: 24, filesMax: 100_000 } as const;

/** Known devices per account, and how long a device stays known without a sign-in. */
export const DEVICES = { max: 20, days: 180 } as const;

/** Lifetime of a second-factor challenge, and open challenges of each known device, and of all others together. */
export const CHALLENGES = { minutes: 5, max: 10 } as const;
/**
 * Sign-in with an OpenID Connect provider: lifetime of an attempt and of a proof, maximum age of a sign-in at the
 * provider that counts as proof, and identities per account.
 */
export const OIDC = { minutes: 10, proofMinutes: 5, proofMaxAgeSeconds: 60, identities: 5 } as const;
export const RECOVERY_CODES = 10;
export const WRONG_CODES_MAILED = 5;
/** Lifetime of an unconfirmed TOTP secret. */
export const TWO_FACTOR_SETUP_MINUTES = 60;
/** Lifetime of the link that reverts an email change. */
export const EMAIL_REVERT_DAYS = 7;
/** Grace period in which a deleted account can be restored. */
export const ACCOUNT_DELETION_DAYS = 14;
export const DELETION_PROJECTS_MAX = 1000;
/** Lifetime of an invitation's link, and pending invitations per project. */
export const INVITATIONS = { days: 14, pending: 50 } as const;
/** Limits of API tokens per person. A mail is sent `noticeDays` before a token expires. */
export const API_TOKENS = { max: 50, nameMax: 100, projectsMax: 100, days: 366, noticeDays: 7 } as const;
/** Links per project, tasks of a column per request, how long a correct password opens a link, sockets per link. */
export const SHARE_LINKS = { max: 20, pageOfColumn: 50, openHours: 12, sockets: 500 } as const;
/** Calendar feeds per person; the days around today and the tasks that a feed contains. */
export const CALENDAR_FEEDS = { max: 20, nameMax: 100, pastDays: 90, futureDays: 400, tasksMax: 2_000 } as const;
/** Webhooks per person and per project; bytes and lines of a message; bytes read, and stored, of an answer. */
export const WEBHOOKS = {
  max: 50,
  maxPerProject: 20,
  nameMax: 100,
  urlMax: 2_000,
  eventsMax: 30,
  messageBytes: 20_000,
  messageLines: 100,
  answerBytes: 64_000,
  storedAnswer: 1_000,
  timeoutSeconds: 15,
  secretHours: 24,
  deliveryDays: 7,
} as const;
export const VIEWS = { max: 50, nameMax: 60 } as const;
/** Push subscriptions per person. */
export const PUSH = { max: 20, endpointMax: 1_000 } as const;
/** The most recently used sessions are listed. */
export const SESSIONS_SHOWN = 100;
export const NEW_DEVICE_MAILS_PER_HOUR = 5;
export const RESET_MAILS_PER_HOUR = 5;
/** Lifetime of a link that verifies an email address. */
export const EMAIL_VERIFICATION_HOURS = 24;
/** Due time of a date without a time, in the user's time zone. */
export const DUE_TIME = '18:00';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rate limits: points per number of seconds. Above a limit, the answer is RATE_LIMITED. */
export const RATES = {
  /** Password attempts in all calls, per known device. */
  passwordPerDevice: { points: 10, seconds: 15 * MINUTE },
  /** Password attempts from all unknown devices, per account and per address. */
  passwordPerAccount: { points: 10, seconds: 15 * MINUTE },
  passwordPerAddress: { points: 10, seconds: 15 * MINUTE },
  /** Wrong second-factor codes: per device that has signed in before, and from all other devices per account. */
  codePerDevice: { points: 10, seconds: 15 * MINUTE },
  codePerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Starts and ends of sign-ins with an OpenID Connect provider; each sends a request to the provider. */
  oidcPerAddress: { points: 300, seconds: 15 * MINUTE },
  registerPerAddress: { points: 20, seconds: HOUR },
  forgotPerAddress: { points: 5, seconds: HOUR },
  resetPerAddress: { points: 5, seconds: HOUR },
  verifyPerAddress: { points: 20, seconds: HOUR },
  testMailPerPerson: { points: 10, seconds: HOUR },
  verificationMailsPerPerson: { points: 5, seconds: HOUR },
  /** Calls that reveal whether an account exists. */
  lookupPerPerson: { points: 120, seconds: HOUR },
  renamePerPerson: { points: 20, seconds: HOUR },
  /** Picture uploads, each of which needs CPU time. */
  avatarPerPerson: { points: 20, seconds: HOUR },
  membersPerPerson: { points: 120, seconds: HOUR },
  /** Adding and removing the same person. */
  membersPerPair: { points: 10, seconds: HOUR },
  /** Invitation mails per sender. */
  invitationMailsPerPerson: { points: 20, seconds: 24 * HOUR },
  /** Invitation mails per recipient from all senders; further mails are not sent. */
  invitationMailsPerEmail: { points: 10, seconds: 24 * HOUR },
  /** Views and uses of invitation links. */
  invitationPerAddress: { points: 120, seconds: HOUR },
  /** Downloads of a calendar feed. Calendars fetch every hour at most. */
  calendarReadsPerFeed: { points: 60, seconds: HOUR },
  /** Downloads of calendar feeds, including feeds that do not exist. A calendar service fetches for many people. */
  calendarReadsPerAddress: { points: 600, seconds: MINUTE },
  /** Writes of an agent per token. */
  mcpWritesPerToken: { points: 60, seconds: MINUTE },
  /** Test messages and repeated messages. */
  webhookSendsPerPerson: { points: 30, seconds: MINUTE },
  /** Reads of shared links per address. */
  sharedReadsPerAddress: { points: 120, seconds: MINUTE },
  /** Wrong passwords per shared link, from all addresses. */
  sharedPasswordPerLink: { points: 10, seconds: 15 * MINUTE },
  /** New projects, tasks, comments and notifications together. */
  createPerPerson: { points: 150, seconds: MINUTE },
  /** Request cost (`request/cost.ts`) per user or, without a sign-in, per address. */
  costPerCaller: { points: 50_000, seconds: MINUTE },
  /** Kilobytes of files that a person sends: 1 GB, like `ATTACHMENTS.personBytesPerDay`. */
  sentKilobytesPerPerson: { points: 1024 ** 2, seconds: 24 * HOUR },
  /** Kilobytes of bodies and socket messages per address. */
  kilobytesPerAddress: { points: 100_000, seconds: MINUTE },
} as const;
