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
import { ERROR_STATUS } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import { NODE_TYPES } from '../graphql/node.reads.js';
import { saidOf } from './deprecation.js';
import type { JsonSchema } from './route.js';

const STRING: JsonSchema = { type: 'string' };
const INTEGER: JsonSchema = { type: 'integer' };
const DAY: JsonSchema = { type: 'string', format: 'date' };
const UUID: JsonSchema = { type: 'string', format: 'uuid' };
const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const orNull = ({ enum: values, ...schema }: JsonSchema): JsonSchema => {
  if (!schema['type']) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema['type'], 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
};

/** What was before, and what is after, by the name of the field. */
const BEFORE_AFTER: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
};

/** In what the JSON of an object differs from its GraphQL type. */
interface Difference {
  /** The GraphQL type, where it has another name. */
  type?: string;
  description?: string;
  /** The plain fields that are answered: unless given, all, but for what the viewer may do, which pages read by GraphQL. */
  fields?: readonly string[];
  /** The objects that are answered in it. */
  objects?: readonly string[];
  /** Fields that GraphQL has not, or says less of. */
  as?: Readonly<Record<string, JsonSchema>>;
}

/** What REST answers, by name. */
const DIFFERENCES = {
  User: {
    fields: ['id', 'firstName', 'lastName', 'name', 'username', 'email', 'avatar', 'createdAt', 'updatedAt'],
    as: { email: orNull({ type: 'string', pattern: RFC_EMAIL_REGEX.source }) },
  },
  Session: {},
  ApiToken: {},
  ApiTokenMade: {
    type: 'CreateApiTokenPayload',
    description: 'A new token, which is told once, and what is known of it from now on.',
    objects: ['apiToken'],
    as: { token: { type: 'string', pattern: '^cairn_[A-Za-z0-9_-]{43}$' } },
  },
  PushKey: {
    type: 'Query',
    description: 'What to subscribe a browser with.',
    fields: ['pushKey'],
    as: { pushKey: { type: 'string', pattern: '^[A-Za-z0-9_-]{87}$' } },
  },
  PushSubscribed: { type: 'SubscribePushPayload', description: 'That this browser is told.' },
  FoundUser: {
    type: 'User',
    description: 'A person who was looked up.',
    fields: ['id', 'firstName', 'lastName', 'name', 'username', 'avatar'],
  },
  Person: { type: 'UpdateProfilePayload', description: 'The person.', objects: ['user'] },
  Me: {
    type: 'User',
    description: 'You, and where you are.',
    fields: ['twoFactor', 'recoveryCodesLeft', 'deletionAt', 'epoch', 'positions', 'lastProjectId'],
    as: {
      twoFactor: { type: 'boolean', description: 'Whether your sign-in takes a second factor.' },
      recoveryCodesLeft: { ...INTEGER, minimum: 0, description: 'How many of your recovery codes are unused.' },
      user: { ...schemaRef('User'), description: 'You.' },
      deletionAt: { type: 'null', description: 'You are not deleting your account.' },
      epoch: {
        ...UUID,
        description:
          'Which life of the database you look at: a new one after each restore, when no revision you remember holds.',
      },
      positions: {
        ...arrayOf(schemaRef('ProjectRevision')),
        description: `Where your projects stand (of more than ${LIMITS.cursorsMax} the newest), from where the feed can go on.`,
      },
      lastProjectId: {
        ...orNull(UUID),
        description:
          'The project in which you last changed something, of those you still belong to and that are not archived; null where there is none.',
      },
    },
  },
  MeLeaving: {
    type: 'User',
    description: 'You, while your account is being deleted.',
    fields: ['deletionAt'],
    as: {
      user: { ...schemaRef('User'), description: 'You.' },
      deletionAt: { type: 'string', format: 'date-time', description: 'Until when you can restore it.' },
    },
  },
  AccountDeletion: { type: 'DeleteAccountPayload', description: 'That the account is being deleted.' },
  AuthTokens: {},
  SignedIn: { type: 'RegisterPayload', description: 'The person and their token.', objects: ['user', 'tokens'] },
  LoginChallenge: {},
  Challenged: {
    type: 'LoginPayload',
    description: 'Where two-factor is on: what to send with the code.',
    as: { challenge: schemaRef('LoginChallenge') },
  },
  TwoFactorBegun: {
    type: 'BeginTwoFactorPayload',
    description: 'What to put into an authenticator app.',
    as: {
      secret: { type: 'string', pattern: '^[A-Z2-7]+$' },
      uri: { type: 'string', pattern: '^otpauth://totp/' },
    },
  },
  RecoveryCodes: { type: 'ConfirmTwoFactorPayload', description: 'Recovery codes; each works once.' },
  Told: { type: 'ForgotPasswordPayload', description: 'What to tell the person.' },
  Preferences: {},
  Project: { as: { color: { type: 'string', pattern: '^#[0-9a-f]{6}$' } } },
  ProjectMember: { fields: ['userId', 'projectId', 'role', 'joinedAt'], objects: ['user'] },
  Invitation: {
    objects: ['inviter'],
    as: { email: { type: 'string', pattern: RFC_EMAIL_REGEX.source } },
  },
  InvitationPreview: {},
  ProjectRevision: {},
  Task: {},
  TaskGroup: { fields: ['key', 'count'], as: { count: { ...INTEGER, minimum: 1 } } },
  TasksWritten: {
    type: 'BulkUpdateTasksPayload',
    description: 'What became of the tasks.',
    objects: ['tasks', 'revisions'],
  },
  TasksMade: { type: 'CreateTasksPayload', description: 'The new tasks.', objects: ['tasks', 'revisions'] },
  BulkRun: { objects: ['revisions'] },
  ViewFilter: {},
  View: { as: { filter: schemaRef('ViewFilter') } },
  Undone: { type: 'UndoPayload', description: 'What undoing left.', objects: ['revisions'] },
  Export: {
    as: { size: { ...orNull(INTEGER), minimum: 0, description: 'The bytes of its file; null until it is ready.' } },
  },
  ChecklistItem: {},
  ChecklistItemsMade: {
    type: 'AddChecklistItemsPayload',
    description: 'The new items.',
    objects: ['checklistItems', 'revisions'],
  },
  Comment: {},
  TrashEntry: {},
  NotificationGroup: {},
  Notification: {
    objects: ['group'],
    as: {
      actorId: { ...orNull(UUID), description: 'Who caused it; null when nobody did.' },
      taskId: { ...orNull(UUID), description: 'The task it is about.' },
      projectId: { ...orNull(UUID), description: 'The project it is about.' },
      count: {
        ...INTEGER,
        minimum: 0,
        description: 'How many things it tells of as one; where there are several, `taskId` is null.',
      },
    },
  },
  Inbox: {
    type: 'NotificationConnection',
    description: 'A page, and how many are unread.',
    fields: ['unreadCount'],
    as: { notifications: { ...arrayOf(schemaRef('Notification')), description: 'The page.' } },
  },
  Unread: { type: 'MarkAllNotificationsReadPayload', description: 'How many are unread now.' },
  HistoryEntry: {
    objects: ['actor'],
    as: {
      id: STRING,
      actorId: { ...UUID, description: 'Who did it.' },
      fields: BEFORE_AFTER,
    },
  },
  Change: {
    objects: ['task', 'checklistItem', 'comment', 'member', 'project'],
    as: { fields: BEFORE_AFTER },
  },
  ChangeSet: { objects: ['changes'], as: { actorId: { ...orNull(UUID), description: 'Who did it.' } } },
  SinceLastVisit: { objects: ['latest'] },
  DashboardStats: { objects: ['changes', 'completedByWeek', 'byProject'] },
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

type Answer = keyof typeof DIFFERENCES;

/** An object of this name. */
export const objectOf = (name: Answer): JsonSchema => schemaRef(name);

/** An object of this name, or null where there is none. */
export const objectOrNull = (name: Answer): JsonSchema => orNull(schemaRef(name));

/** An object of one of these names. */
export const oneOf = (...names: Answer[]): JsonSchema => ({ anyOf: names.map(schemaRef) });

/** A list of objects of this name. */
export const listOf = (name: Answer): JsonSchema => arrayOf(schemaRef(name));

/** Objects of any kind, null for those that are not there. */
export const listOfNodes: JsonSchema = arrayOf(orNull(schemaRef('Node')));

/** The JSON of the scalars that fields are of; numbers are counts unless said otherwise. */
const SCALARS: Record<string, JsonSchema> = {
  ID: UUID,
  String: STRING,
  Boolean: { type: 'boolean' },
  Int: { ...INTEGER, minimum: 0 },
  Float: { type: 'number', minimum: 0 },
  DateTimeISO: { type: 'string', format: 'date-time' },
};

/** The JSON of what a field holds that is never null. */
function presentJson(type: GraphQLOutputType): JsonSchema {
  if (isListType(type)) return arrayOf(jsonOf(type.ofType as GraphQLOutputType));
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const { name } = getNamedType(type);
  return SCALARS[name] ?? schemaRef(name);
}

const jsonOf = (type: GraphQLOutputType): JsonSchema =>
  isNonNullType(type) ? presentJson(type.ofType) : orNull(presentJson(type));

/** The JSON Schema of an answer: exactly the plain fields of its GraphQL type, but for the differences. */
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
        description: saidOf(field),
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
    message: { type: 'string', description: 'What went wrong, for people.' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'What went wrong, for programs.' },
    errors: {
      type: 'object',
      description: 'With VALIDATION_FAILED: messages by field.',
      additionalProperties: arrayOf(STRING),
    },
    data: {
      type: 'object',
      description:
        'With CONFLICT over an edit and with PRECONDITION_FAILED: the object as it is now. Deleting an account: the `projects` to speak of.',
    },
  },
  required: ['message', 'code'],
};

const NODE: JsonSchema = {
  type: 'object',
  description: 'An object of any kind, and of which.',
  properties: {
    type: { type: 'string', enum: NODE_TYPES, description: 'Its kind.' },
    node: { anyOf: NODE_TYPES.map(schemaRef), description: 'The object.' },
  },
  required: ['type', 'node'],
};

/** The JSON Schemas of all that is answered, by name. */
export const answerSchemas = (graphql: GraphQLSchema): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries<Difference>(DIFFERENCES).map(([name, it]) => [name, answerSchema(graphql, name, it)]),
  ),
  Node: NODE,
  Error: ERROR,
});
