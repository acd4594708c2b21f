/**
 * Why a field was refused, for programs and translations: each key with the names of its params. A key keeps its meaning; new
 * keys can be added. docs/api.md explains each.
 */
export const REASONS = {
  // The value itself.
  required: [],
  wrongType: ['expected'],
  malformed: [],
  notWhole: [],
  notOneOf: ['allowed'],
  tooShort: ['min'],
  tooLong: ['max'],
  tooManyBytes: ['max'],
  tooSmall: ['min'],
  tooLarge: ['max'],
  outOfRange: ['min', 'max'],
  tooFew: ['min'],
  tooMany: ['max'],
  repeated: [],
  notStorable: [],
  hasComma: [],
  hasSpaceOrAt: [],
  weakPassword: [],
  commonPassword: [],
  mismatch: [],
  notADate: [],
  notATimeZone: [],
  // Two fields together.
  notTogether: ['with'],
  beforeStart: [],
  afterDue: [],
  tooManyDays: ['max'],
  tooManyComments: ['max'],
  statusOrColumn: [],
  statusOfOtherColumn: [],
  ownerOrDelete: [],
  partsNeedTasks: [],
  // Names that others have.
  taken: [],
  keyTaken: ['key'],
  nameTaken: [],
  // Objects that the field names.
  userNotFound: [],
  projectNotFound: [],
  columnNotFound: [],
  taskNotFound: [],
  viewNotFound: [],
  templateNotFound: [],
  fileGone: [],
  viewOfOtherProject: [],
  otherColumnNeeded: [],
  checklistFull: ['max'],
  columnsFull: ['max'],
  subtasksFull: ['max'],
  relationsFull: ['max'],
  attachmentsFull: ['max'],
  storageFull: [],
  projectFull: [],
  dailyLimit: [],
  badRule: [],
  noDays: [],
  noLaterDay: [],
  notRepeating: [],
  lastOfStatus: [],
  // Tasks that belong together.
  sameTask: [],
  parentCycle: [],
  tooDeep: ['max'],
  treeTooLarge: ['max'],
  relationCycle: [],
  // People.
  lastOwner: [],
  notMember: [],
  readsOnly: [],
  accountSuspended: [],
  accountBeingDeleted: [],
  notOwner: ['projectId'],
  newOwnerNotMember: ['project'],
  ownerUndecided: ['project'],
  // Accounts and links.
  wrongPassword: [],
  passwordsOff: [],
  proofEnded: [],
  signInEnded: [],
  wrongCode: [],
  noSecret: [],
  linkEnded: [],
  invitationUsed: [],
  invitationRevoked: [],
  invitationExpired: ['inviter'],
  otherAddressInvited: ['email'],
  otherDomain: ['domains'],
  noAccount: [],
  notInFuture: [],
  tooFarAhead: ['days'],
  pushServiceUnsupported: [],
  urlNotAllowed: [],
  pictureTooLarge: ['max'],
  pictureTooManyPixels: ['max'],
  pictureUnreadable: [],
  // Reasons of bulk changes and of undo.
  noTaskMatches: [],
  tooManyTasksMatch: ['max'],
  filterRequired: [],
  tooOld: ['days'],
  tooManyChanges: ['max'],
  tooManyCharacters: ['max'],
  partialMove: [],
} as const satisfies Record<string, readonly string[]>;

export type ReasonKey = keyof typeof REASONS;
export type ReasonParam = string | number | readonly string[];
export type ReasonParams<Key extends ReasonKey = ReasonKey> = Readonly<
  Record<(typeof REASONS)[Key][number], ReasonParam>
>;

/** A reason as clients get it. Each message of `errors` has one, in the same order. */
export interface Reason {
  field: string;
  key: ReasonKey;
  params: Readonly<Record<string, ReasonParam>>;
}

/** The params of a reason. They can be omitted if it has none. */
export type ParamsOf<Key extends ReasonKey> = (typeof REASONS)[Key] extends readonly []
  ? []
  : [params: ReasonParams<Key>];

/** The requirement of an issue of `check`, `partialCheck` or `regex`, with its reason. */
export interface WithReason {
  reason: Pick<Reason, 'key' | 'params'>;
}

/** Adds a reason to a requirement: the function of a check, or a pattern. */
// @__NO_SIDE_EFFECTS__
export const withReason = <Requirement extends object, Key extends ReasonKey>(
  key: Key,
  requirement: Requirement,
  ...[params]: ParamsOf<Key>
): Requirement & WithReason => Object.assign(requirement, { reason: { key, params: params ?? {} } });
