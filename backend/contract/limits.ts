/** A day of 24 hours, as periods count. */
export const DAY_MS = 24 * 3_600_000;

/** Every number that a rule or a form needs. Lengths are in UTF-16 code units unless the name says bytes. */
export const LIMITS = {
  nameMax: 50,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  passwordMin: 8,
  /** bcrypt ignores what comes after 72 bytes, so a longer password is refused rather than cut. */
  passwordMaxBytes: 72,
  /** So many of the most common passwords are refused. */
  commonPasswords: 3000,
  projectNameMax: 100,
  projectDescriptionMax: 1000,
  taskTitleMax: 200,
  taskDescriptionMax: 1000,
  tagsMax: 20,
  tagMax: 30,
  mutationIdMax: 100,
  commentMax: 5000,
  /** Of a code, with what people type between its characters. */
  codeMax: 32,
  searchMax: 200,
  /** The longest time that a filter by days looks back. */
  withinDaysMax: 366,
  /** So many words of a search count. */
  searchWordsMax: 10,
  bulkMax: 200,
  notificationTitleMax: 200,
  notificationMessageMax: 1000,
  /** Change sets replayed to one subscriber for one project; beyond it the answer is RESYNC. */
  replaySets: 1000,
  /** Lines of change sets sent to subscribers of one project at once; beyond it the answer is RESYNC. */
  replayLines: 2000,
  /** Bytes of what changed in them, in JSON, and of the events that wait for a slow socket. */
  replayBytes: 8 * 1024 * 1024,
  cursorsMax: 500,
  socketMessageBytes: 64 * 1024,
  socketsPerPerson: 50,
  pageMax: 100,
  pageDefault: 50,
  /** Characters of all texts of a page; one with more ends early. */
  pageCharacters: 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** Of a body without a sign-in. */
  signedOutBodyBytes: 64 * 1024,
  requestTimeoutMs: 10_000,
  /** Statements of one person's reads that run at once in a process, and how many more wait, for how long. */
  readsAtOnce: 3,
  readsWaiting: 50,
  readWaitMs: 5_000,
  queryDepth: 10,
  queryAliases: 15,
  queryTokens: 2000,
  /** Of one GraphQL request: every object it may read counts 1, a list as many as it asks for; more in `kernel/cost.ts`. */
  queryCost: 2000,
} as const;

/** Tasks that are created as one act, and the comments of each and of all. */
export const BULK_CREATE = { tasks: 200, commentsOfTask: 20, comments: 1_000 } as const;
/** How many of these count as one new thing in a bulk create: tasks, comments, and kilobytes of their texts. */
export const BULK_CREATE_POINT = { tasks: 50, comments: 250, kilobytes: 200 } as const;

/** Items of a task's checklist, how much each may say, and as how many new things several at once count. */
export const CHECKLIST = { max: 100, textMax: 200, bulkPoints: 10 } as const;

/** Tasks of one change that goes on by itself, and those that are named not to be changed by it. */
export const BULK_RUN = { max: 20_000, exceptMax: 1_000 } as const;

/**
 * What one undo takes back: so many change sets with so many lines in all, done within so many days; and how many of the
 * things that stand in its way it names.
 */
export const UNDO = { acts: 50, lines: 10_000, days: 30, conflicts: 50 } as const;

/** Downloads of one's data: how many a person may ask for in a day, and for how many hours each is kept. */
export const EXPORTS = { perDay: 3, keptHours: 24 } as const;

/** How many devices an account knows, and for how many days one that is not used to sign in. */
export const DEVICES = { max: 20, days: 180 } as const;

/** Sign-ins that wait for a second factor: for how long, and how many of an account at once. */
export const CHALLENGES = { minutes: 5, max: 10 } as const;
/** How many recovery codes somebody has, and after how many wrong codes they are told by mail. */
export const RECOVERY_CODES = 10;
export const WRONG_CODES_TOLD = 5;
/** How long a secret may wait for its first code. */
export const TWO_FACTOR_BEGUN_MINUTES = 60;
/** For so many days the former address of an account has a way back to it. */
export const EMAIL_REVERT_DAYS = 7;
/** For so many days an account that is being deleted can be restored. */
export const ACCOUNT_DELETION_DAYS = 14;
/** Projects of which somebody who deletes their account says at once what becomes of them. */
export const PROJECTS_SAID_MAX = 1000;
/** For how long the link of an invitation works, and how many a project may have that wait. */
export const INVITATIONS = { days: 14, pending: 50 } as const;
/** Tokens for programs: how many of a person's stand, for how long one may, and when its end is told by mail. */
export const API_TOKENS = { max: 50, nameMax: 100, projectsMax: 100, days: 366, toldDays: 7 } as const;
/** Saved views of a person, and how long the name of one may be. */
export const VIEWS = { max: 50, nameMax: 60 } as const;
/** Browsers of a person that are sent pushes, and how long the address of one may be. */
export const PUSH = { max: 20, endpointMax: 1_000 } as const;
/** Sessions that are listed, those used last. */
export const SESSIONS_SHOWN = 100;
/** Mails of one account that tell of a sign-in from a new device. */
export const NEW_DEVICE_MAILS_PER_HOUR = 5;
/** Mails with a link to a new password that go to one account. */
export const RESET_MAILS_PER_HOUR = 5;
/** A day alone is due at this time of it, where the person is. */
export const DUE_TIME = '18:00';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often: so many points in so many seconds. Beyond it the answer is RATE_LIMITED. */
export const RATES = {
  /** Tries at a password, by whatever call: of each device that the account knows, … */
  passwordPerDevice: { points: 10, seconds: 15 * MINUTE },
  /** … of all others together for an account, and for an address. */
  passwordPerAccount: { points: 10, seconds: 15 * MINUTE },
  passwordPerAddress: { points: 10, seconds: 15 * MINUTE },
  /** Wrong codes of a second factor: of each device that has signed in before, and of all others together for an account. */
  codePerDevice: { points: 10, seconds: 15 * MINUTE },
  codePerAccount: { points: 10, seconds: 15 * MINUTE },
  registerPerAddress: { points: 20, seconds: HOUR },
  forgotPerAddress: { points: 5, seconds: HOUR },
  resetPerAddress: { points: 5, seconds: HOUR },
  /** What tells whether somebody has an account, or writes to strangers: far more than one person needs. */
  lookupPerPerson: { points: 120, seconds: HOUR },
  renamePerPerson: { points: 20, seconds: HOUR },
  /** New pictures of oneself: each takes a moment of a processor. */
  avatarPerPerson: { points: 20, seconds: HOUR },
  membersPerPerson: { points: 120, seconds: HOUR },
  /** The same person into and out of projects. */
  membersPerPair: { points: 10, seconds: HOUR },
  /** Invitations that go out by mail: of one person, … */
  invitationMailsPerPerson: { points: 20, seconds: 24 * HOUR },
  /** … and to one address, whoever sends them; more are withheld. */
  invitationMailsPerEmail: { points: 10, seconds: 24 * HOUR },
  /** Looks at invitations by their links, and tries to join by one. */
  invitationPerAddress: { points: 120, seconds: HOUR },
  /** New projects, tasks, comments and notifications together. */
  createPerPerson: { points: 150, seconds: MINUTE },
  /** Points are what requests cost (`kernel/cost.ts`), of a person or, signed out, an address. */
  costPerCaller: { points: 50_000, seconds: MINUTE },
  /** Kilobytes of bodies and socket messages of all callers behind one address together. */
  kilobytesPerAddress: { points: 100_000, seconds: MINUTE },
} as const;
