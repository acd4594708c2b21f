import {
  getNamedType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { RFC_EMAIL_REGEX } from 'valibot';
import { ERROR_STATUS } from '../../../contract/errors.js';
import { LIMITS } from '../../../contract/limits.js';
import { REASONS } from '../../../contract/reasons.js';
import { OBJECT_FIELDS } from '../../feed/kinds.js';
import { modules } from '../../modules.js';
import { NODE_TYPES } from '../graphql/node.reads.js';
import { writeDescription } from './deprecation.js';
import { type JsonSchema, listOf, objectOf } from '../../request/restRow.js';

const STRING: JsonSchema = { type: 'string' };
const INTEGER: JsonSchema = { type: 'integer' };
const DAY: JsonSchema = { type: 'string', format: 'date' };
const UUID: JsonSchema = { type: 'string', format: 'uuid' };
const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const orNull = ({ enum: values, ...schema }: JsonSchema): JsonSchema => {
  if (!schema['type']) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema['type'], 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
};

/** The old and the new value of each changed field. */
const BEFORE_AFTER: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
};

/** The params of a reason by their names. */
const PARAMS: JsonSchema = { type: 'object', additionalProperties: { type: ['string', 'number'] } };

/** The differences between an object in REST and its GraphQL type. */
interface Difference {
  /** The GraphQL type, if it has another name. */
  type?: string;
  description?: string;
  /** The scalar fields in the answer. By default all of them but `viewerCan…`, which only the app reads. */
  fields?: readonly string[];
  /** The object fields in the answer. */
  objects?: readonly string[];
  /** Fields that GraphQL lacks, or describes less exactly. */
  as?: Readonly<Record<string, JsonSchema>>;
}

const ofModules: Record<string, Difference> = Object.fromEntries(
  modules.flatMap(({ answers = [] }) => answers.map((name) => [name, {}])),
);

/** The objects that REST answers, by name. */
const DIFFERENCES = {
  User: {
    fields: ['id', 'firstName', 'lastName', 'name', 'username', 'email', 'avatar', 'createdAt', 'updatedAt'],
    as: { email: orNull({ type: 'string', pattern: RFC_EMAIL_REGEX.source }) },
  },
  Session: {},
  ApiToken: {},
  ApiTokenMade: {
    type: 'CreateApiTokenPayload',
    description: 'A new token. Its secret is answered only once.',
    objects: ['apiToken'],
    as: { token: { type: 'string', pattern: '^cairn_[A-Za-z0-9_-]{43}$' } },
  },
  PushKey: {
    type: 'Query',
    description: 'The key to subscribe a browser with.',
    fields: ['pushKey'],
    as: { pushKey: { type: 'string', pattern: '^[A-Za-z0-9_-]{87}$' } },
  },
  PushSubscribed: { type: 'SubscribePushPayload', description: 'This browser gets notifications.' },
  FoundUser: {
    type: 'User',
    description: 'A person found by a lookup.',
    fields: ['id', 'firstName', 'lastName', 'name', 'username', 'avatar'],
  },
  Person: { type: 'UpdateProfilePayload', description: 'The person.', objects: ['user'] },
  Me: {
    type: 'User',
    description: 'The signed-in person and the state of their data.',
    fields: [
      'twoFactor',
      'recoveryCodesLeft',
      'hasPassword',
      'emailVerifiedAt',
      'asksForVerification',
      'isAdmin',
      'deletionAt',
      'epoch',
      'positions',
      'lastProjectId',
    ],
    as: {
      hasPassword: { type: 'boolean', description: 'Whether you have a password that works on this server.' },
      twoFactor: { type: 'boolean', description: 'Whether two-factor authentication is on.' },
      recoveryCodesLeft: { ...INTEGER, minimum: 0, description: 'The number of unused recovery codes.' },
      asksForVerification: { type: 'boolean', description: 'Whether to ask for verification of the email address.' },
      isAdmin: { type: 'boolean', description: 'Whether you administer this server.' },
      user: { ...objectOf('User'), description: 'You.' },
      deletionAt: { type: 'null', description: 'Null: the account is not being deleted.' },
      epoch: {
        ...UUID,
        description:
          'Identifies the history of the database. It changes with each restore; stored revisions are then invalid.',
      },
      positions: {
        ...listOf('ProjectRevision'),
        description: `The present revision of each of your projects (the newest ${LIMITS.cursorsMax} at most): start the feed from here.`,
      },
      lastProjectId: {
        ...orNull(UUID),
        description:
          'The project that you last changed, among your projects that are not archived. Null if there is none.',
      },
    },
  },
  MeLeaving: {
    type: 'User',
    description: 'You, while your account is being deleted.',
    fields: ['deletionAt'],
    as: {
      user: { ...objectOf('User'), description: 'You.' },
      deletionAt: { type: 'string', format: 'date-time', description: 'The account can be restored until this time.' },
    },
  },
  AccountDeletion: { type: 'DeleteAccountPayload', description: 'The account is being deleted.' },
  AuthTokens: {},
  SignedIn: { type: 'RegisterPayload', description: 'The person and their token.', objects: ['user', 'tokens'] },
  LoginChallenge: {},
  Challenged: {
    type: 'LoginPayload',
    description: 'With two-factor authentication: the challenge to send back with the code.',
    as: { challenge: objectOf('LoginChallenge') },
  },
  // its id is a word chosen by the app, not a UUID
  OidcProvider: { as: { id: STRING } },
  SignInWays: { objects: ['oidc'] },
  OidcBegun: {
    type: 'BeginOidcPayload',
    description: 'A sign-in at a provider that has begun.',
    as: {
      state: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
      verifier: { type: 'string', pattern: '^[A-Za-z0-9_-]{64}$' },
    },
  },
  SignInProof: {},
  OidcCompleted: {
    type: 'CompleteOidcPayload',
    description: 'What a completed sign-in at a provider has led to; the other parts are null.',
    as: {
      user: orNull(objectOf('User')),
      tokens: orNull(objectOf('AuthTokens')),
      challenge: orNull(objectOf('LoginChallenge')),
      proof: orNull(objectOf('SignInProof')),
    },
  },
  Identity: { as: { provider: orNull(STRING) } },
  TwoFactorBegun: {
    type: 'BeginTwoFactorPayload',
    description: 'The secret for an authenticator app.',
    as: {
      secret: { type: 'string', pattern: '^[A-Z2-7]+$' },
      uri: { type: 'string', pattern: '^otpauth://totp/' },
    },
  },
  RecoveryCodes: { type: 'ConfirmTwoFactorPayload', description: 'Recovery codes; each works once.' },
  Told: { type: 'ForgotPasswordPayload', description: 'A message for the person.' },
  Preferences: { objects: ['kinds'] },
  KindChannels: {},
  Project: { as: { color: { type: 'string', pattern: '^#[0-9a-f]{6}$' } } },
  ProjectMember: { fields: ['userId', 'projectId', 'role', 'joinedAt'], objects: ['user'] },
  Invitation: {
    objects: ['inviter'],
    as: { email: { type: 'string', pattern: RFC_EMAIL_REGEX.source } },
  },
  InvitationPreview: {},
  ShareLink: {},
  ShareLinkCreated: {
    type: 'CreateShareLinkPayload',
    description: 'A new link. Its address is answered only once.',
    objects: ['shareLink', 'revisions'],
    as: { url: { type: 'string', pattern: '^https?://.+/s/[A-Za-z0-9_-]{43}$' } },
  },
  SharedTag: {},
  SharedTask: { objects: ['tags'], as: { dueDay: orNull(DAY) } },
  SharedTaskPage: { objects: ['tasks'] },
  SharedColumn: { objects: ['tasks'] },
  SharedBoard: { objects: ['columns'] },
  SharedKey: { type: 'OpenSharedLinkPayload', description: 'A key for a link with a password.' },
  ProjectRevision: {},
  Repeat: { as: { until: orNull(DAY) } },
  Task: { objects: ['repeat'], as: { startDate: orNull(DAY) } },
  TaskGroup: { fields: ['key', 'count'], as: { count: { ...INTEGER, minimum: 1 } } },
  TasksWritten: {
    type: 'BulkUpdateTasksPayload',
    description: 'The changed and deleted tasks.',
    objects: ['tasks', 'revisions'],
  },
  TasksMade: { type: 'CreateTasksPayload', description: 'The new tasks.', objects: ['tasks', 'revisions'] },
  BulkRun: { objects: ['revisions'] },
  // the parent is an id or "none"
  ViewFilter: { as: { parentId: orNull(STRING) } },
  View: { as: { filter: objectOf('ViewFilter') } },
  CalendarFeed: { as: { filter: objectOf('ViewFilter') } },
  CalendarFeedCreated: {
    type: 'CreateCalendarFeedPayload',
    description: 'A new calendar feed. Its address is answered only once.',
    objects: ['calendarFeed'],
    as: { url: { type: 'string', pattern: '^https?://.+/calendar/[A-Za-z0-9_-]{43}\\.ics$' } },
  },
  Webhook: {},
  WebhookDelivery: {},
  WebhookSecret: {
    type: 'CreateWebhookPayload',
    description: 'A webhook with its new secret, which is answered only once.',
    objects: ['webhook'],
    as: { secret: { type: 'string', pattern: '^whsec_[A-Za-z0-9+/]{43}=$' } },
  },
  Undone: { type: 'UndoPayload', description: 'The change sets that the undo wrote.', objects: ['revisions'] },
  Export: {
    as: { size: { ...orNull(INTEGER), minimum: 0, description: 'The bytes of its file; null until it is ready.' } },
  },
  Import: { objects: ['plan', 'report', 'failureReason'] },
  ImportPlan: { objects: ['fields', 'lists', 'people', 'projects'] },
  ImportColumn: {},
  ImportList: {},
  ImportPerson: {},
  ImportProject: {},
  ImportReport: { objects: ['made', 'kept', 'undone', 'left', 'refused'] },
  ImportCounts: {},
  ImportLeft: { objects: ['reason'] },
  ImportRefused: { objects: ['thing', 'reason'] },
  ImportThing: {},
  ImportReason: { as: { params: PARAMS } },
  ...ofModules,
  Comment: { objects: ['copiedFrom', 'importedFrom'] },
  CommentSource: {},
  ChecklistItemsMade: {
    type: 'AddChecklistItemsPayload',
    description: 'The new items.',
    objects: ['checklistItems', 'revisions'],
  },
  TrashEntry: {},
  Account: {},
  AccountInvitation: {},
  Instance: {
    as: {
      databaseBytes: { ...INTEGER, minimum: 0, description: 'The size of the database in bytes.' },
      filesBytes: { ...INTEGER, minimum: 0, description: 'The bytes of all stored files.' },
      filesMaxBytes: { ...INTEGER, minimum: 0, description: 'The bytes that files may have in all.' },
      lastBackupBytes: { ...orNull(INTEGER), minimum: 0, description: 'The size of that backup in bytes.' },
    },
  },
  ProjectSize: {},
  SecurityEvent: {},
  ProjectsTransferred: {
    type: 'TransferProjectsPayload',
    description: 'The former owner, and how many projects were transferred.',
    objects: ['account', 'revisions'],
  },
  TestMailSent: { type: 'SendTestMailPayload', description: 'What the mail server answered.' },
  Tag: {},
  NotificationGroup: {},
  NotificationParams: {},
  Notification: {
    objects: ['group', 'params'],
    as: {
      actorId: { ...orNull(UUID), description: 'The person who caused it; null for a notification by the system.' },
      taskId: { ...orNull(UUID), description: 'The task it is about.' },
      projectId: { ...orNull(UUID), description: 'The project it is about.' },
      count: {
        ...INTEGER,
        minimum: 0,
        description: 'The number of things it covers. If there are several, `taskId` is null.',
      },
    },
  },
  Inbox: {
    type: 'NotificationConnection',
    description: 'A page of notifications and the number of unread ones.',
    fields: ['unreadCount'],
    as: { notifications: { ...listOf('Notification'), description: 'The page.' } },
  },
  Unread: { type: 'MarkAllNotificationsReadPayload', description: 'The number of unread notifications.' },
  Attachment: { as: { url: STRING, thumbnailUrl: orNull(STRING) } },
  BeginUploadPayload: {},
  CreateFileTicketPayload: {},
  HistoryRelation: {},
  HistoryEntry: {
    objects: ['actor', 'relation'],
    as: {
      id: STRING,
      actorId: { ...UUID, description: 'The person who made the change.' },
      fields: BEFORE_AFTER,
    },
  },
  DescriptionVersion: { objects: ['author', 'diff'], as: { id: STRING } },
  DiffPart: {},
  Change: {
    objects: OBJECT_FIELDS,
    as: { fields: BEFORE_AFTER },
  },
  ChangeSet: {
    objects: ['changes'],
    as: { actorId: { ...orNull(UUID), description: 'The person who made the change.' } },
  },
  SinceLastVisit: { objects: ['latest'] },
  DashboardStats: { objects: ['changes', 'completedByWeek', 'byProject', 'firstSteps'] },
  FirstSteps: {},
  ProjectTasks: {},
  DashboardChanges: { as: { total: INTEGER, inProgress: INTEGER, completed: INTEGER, overdue: INTEGER } },
  CompletedWeek: { as: { weekStart: DAY } },
  Analytics: { objects: ['completedByWeek', 'flow', 'cycleTime', 'byPerson'], as: { from: DAY, to: DAY } },
  WeekCount: { as: { week: DAY } },
  FlowDay: { as: { day: DAY } },
  CycleTime: { objects: ['classes'] },
  CycleClass: {},
  PersonFigures: { objects: ['user'] },
  TeamPerson: { objects: ['user'] },
} satisfies Record<string, Difference>;

export const isAnswer = (name: string): boolean => Object.hasOwn(DIFFERENCES, name);

/** Objects of any kind; null for those that do not exist. */
export const listOfNodes: JsonSchema = arrayOf(orNull(objectOf('Node')));

/** The JSON Schemas of scalars. Numbers are counts unless a field says otherwise. */
const SCALARS: Record<string, JsonSchema> = {
  ID: UUID,
  String: STRING,
  Boolean: { type: 'boolean' },
  Int: { ...INTEGER, minimum: 0 },
  Float: { type: 'number', minimum: 0 },
  DateTimeISO: { type: 'string', format: 'date-time' },
};

/** The JSON Schema of a value that is never null. */
function presentJson(type: GraphQLOutputType): JsonSchema {
  if (isListType(type)) return arrayOf(jsonOf(type.ofType as GraphQLOutputType));
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const { name } = getNamedType(type);
  return SCALARS[name] ?? objectOf(name);
}

const jsonOf = (type: GraphQLOutputType): JsonSchema =>
  isNonNullType(type) ? presentJson(type.ofType) : orNull(presentJson(type));

/** The JSON Schema of an answer: the scalar fields of its GraphQL type, with the differences applied. */
function answerSchema(graphql: GraphQLSchema, name: string, difference: Difference): JsonSchema {
  const { type = name, objects = [], as = {} } = difference;
  const found = graphql.getType(type);
  if (!isObjectType(found)) throw new Error(`${type} is no type of GraphQL`);
  const isPlain = (field: GraphQLField<unknown, unknown>): boolean =>
    difference.fields?.includes(field.name) ??
    (isLeafType(getNamedType(field.type)) && !field.name.startsWith('viewerCan'));
  const fields = Object.values(found.getFields()).filter((field) => isPlain(field) || objects.includes(field.name));
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    fields.map((field) => [
      field.name,
      {
        description: writeDescription(field),
        ...(field.deprecationReason != null && { deprecated: true }),
        ...(as[field.name] ?? jsonOf(field.type)),
      },
    ]),
  );
  for (const [more, schema] of Object.entries(as)) properties[more] ??= schema;
  const description = difference.description ?? found.description;
  return { type: 'object', description, properties, required: Object.keys(properties) };
}

const ERROR: JsonSchema = {
  type: 'object',
  description: 'A refusal or a failure.',
  properties: {
    message: { type: 'string', description: 'The reason, for people.' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'The reason, for programs.' },
    errors: {
      type: 'object',
      description: 'With VALIDATION_FAILED: messages by field.',
      additionalProperties: arrayOf(STRING),
    },
    reasons: {
      ...arrayOf({
        type: 'object',
        properties: {
          field: { ...STRING, description: 'The field, as in `errors`.' },
          key: {
            ...STRING,
            description: `Names the broken rule. Further keys can be added. Known: ${Object.keys(REASONS).join(', ')}.`,
          },
          params: { type: 'object', description: 'Limits and names, by the name of the param.' },
        },
        required: ['field', 'key', 'params'],
      }),
      description: 'With VALIDATION_FAILED: the reason of each message, in the order of the messages.',
    },
    data: {
      type: 'object',
      description:
        'With PRECONDITION_FAILED, and with CONFLICT of an edit: the current object. When an account is deleted: the `projects` to decide about.',
    },
  },
  required: ['message', 'code'],
};

const NODE: JsonSchema = {
  type: 'object',
  description: 'An object of any kind, with its kind.',
  properties: {
    type: { type: 'string', enum: NODE_TYPES, description: 'Its kind.' },
    node: { anyOf: NODE_TYPES.map(objectOf), description: 'The object.' },
  },
  required: ['type', 'node'],
};

/** The JSON Schemas of all answers, by name. */
export const answerSchemas = (graphql: GraphQLSchema): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries<Difference>(DIFFERENCES).map(([name, it]) => [name, answerSchema(graphql, name, it)]),
  ),
  Node: NODE,
  Error: ERROR,
});
