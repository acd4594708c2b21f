import { RFC_EMAIL_REGEX } from 'valibot';
import {
  BulkRunState,
  ChangeAction,
  ChangeEntity,
  NotificationKind,
  PROJECT_ROLES,
  TASK_PRIORITIES,
  TASK_STATUSES,
  THEMES,
} from '../../contract/enums.js';
import { ERROR_STATUS } from '../../contract/errors.js';
import type { Challenge } from '../auth/challenge.js';
import type { Told } from '../auth/passwordReset.service.js';
import type { PreferencesRow } from '../auth/preferences.reads.js';
import type { SessionRow } from '../auth/sessions.reads.js';
import type { TwoFactorRow } from '../auth/twoFactor.reads.js';
import type { RecoveryCodes, TwoFactorBegun } from '../auth/twoFactor.service.js';
import type { presentComment } from '../comments/comment.presenter.js';
import type { presentWholeTask } from '../tasks/task.presenter.js';
import type { DashboardStatsType } from '../dashboard/dashboard.types.js';
import type { presentHistory } from '../live/history.presenter.js';
import type { presentNotification } from '../notifications/notification.presenter.js';
import type { presentMember, presentProject } from '../projects/project.presenter.js';
import type { TasksWritten } from '../tasks/bulk.service.js';
import type { BulkRunRow } from '../tasks/bulkRun.reads.js';
import type { presentFound, presentUser } from '../users/user.presenter.js';
import type { JsonSchema } from './route.js';

const STRING: JsonSchema = { type: 'string' };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const INTEGER: JsonSchema = { type: 'integer' };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const UUID: JsonSchema = { type: 'string', format: 'uuid' };
const TIME: JsonSchema = { type: 'string', format: 'date-time' };
const oneOf = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });
const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

/**
 * An object that has exactly these properties. The type is the presenter's: one that answers another set of fields does
 * not compile until it is described here.
 */
const object = <Shown>(description: string, properties: Record<keyof Shown & string, JsonSchema>): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What REST answers, by name; fields of the same name as in GraphQL get their descriptions from there. */
export const ANSWERS = {
  User: object<ReturnType<typeof presentUser>>('A person.', {
    id: UUID,
    firstName: STRING,
    lastName: STRING,
    name: STRING,
    username: STRING,
    email: nullable({ type: 'string', pattern: RFC_EMAIL_REGEX.source }),
    avatar: nullable(STRING),
    createdAt: TIME,
    updatedAt: TIME,
  }),
  Session: object<SessionRow>('One of your sign-ins that stand.', {
    id: UUID,
    device: STRING,
    address: STRING,
    createdAt: TIME,
    lastSeenAt: TIME,
    current: BOOLEAN,
  }),
  FoundUser: object<ReturnType<typeof presentFound>>('A person who was looked up.', {
    id: UUID,
    firstName: STRING,
    lastName: STRING,
    name: STRING,
    username: STRING,
    avatar: nullable(STRING),
  }),
  Preferences: object<PreferencesRow>('What a person has chosen.', {
    email: BOOLEAN,
    push: BOOLEAN,
    taskReminders: BOOLEAN,
    projectUpdates: BOOLEAN,
    weeklyDigest: BOOLEAN,
    theme: oneOf(THEMES),
    timeZone: STRING,
  }),
  Project: object<Awaited<ReturnType<typeof presentProject>>>('A project.', {
    id: UUID,
    name: STRING,
    description: STRING,
    color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
    revision: COUNT,
    version: COUNT,
    memberCount: COUNT,
    memberIds: arrayOf(UUID),
    viewerRole: oneOf(PROJECT_ROLES),
    createdAt: TIME,
    updatedAt: TIME,
  }),
  ProjectMember: object<Awaited<ReturnType<typeof presentMember>>>('That a person belongs to a project.', {
    userId: UUID,
    projectId: UUID,
    role: oneOf(PROJECT_ROLES),
    joinedAt: TIME,
    user: schemaRef('User'),
  }),
  Task: object<Awaited<ReturnType<typeof presentWholeTask>>>('A task.', {
    id: UUID,
    projectId: UUID,
    title: STRING,
    description: STRING,
    status: oneOf(TASK_STATUSES),
    priority: oneOf(TASK_PRIORITIES),
    dueDate: nullable(TIME),
    tags: arrayOf(STRING),
    rank: STRING,
    version: COUNT,
    creatorId: UUID,
    assigneeId: nullable(UUID),
    createdAt: TIME,
    updatedAt: TIME,
    commentCount: COUNT,
  }),
  BulkRun: object<BulkRunRow>('A change of many tasks that goes on by itself.', {
    id: UUID,
    state: oneOf(Object.values(BulkRunState)),
    total: COUNT,
    done: COUNT,
    message: nullable(STRING),
    createdAt: TIME,
    finishedAt: nullable(TIME),
  }),
  Comment: object<ReturnType<typeof presentComment>>('A comment on a task.', {
    id: UUID,
    projectId: UUID,
    taskId: UUID,
    authorId: UUID,
    text: STRING,
    version: COUNT,
    createdAt: TIME,
    updatedAt: TIME,
  }),
  Notification: object<ReturnType<typeof presentNotification>>('Something a person was told.', {
    id: UUID,
    kind: oneOf(Object.values(NotificationKind)),
    title: STRING,
    message: STRING,
    read: BOOLEAN,
    createdAt: TIME,
    actorId: { ...nullable(UUID), description: 'Who caused it; null when nobody did.' },
    taskId: { ...nullable(UUID), description: 'The task it is about.' },
    projectId: { ...nullable(UUID), description: 'The project it is about.' },
    count: { ...COUNT, description: 'How many things it tells of as one; where there are several, `taskId` is null.' },
  }),
  HistoryEntry: object<Awaited<ReturnType<typeof presentHistory>>>('What happened to one object.', {
    id: STRING,
    projectId: UUID,
    revision: COUNT,
    entity: oneOf(Object.values(ChangeEntity)),
    entityId: UUID,
    action: oneOf(Object.values(ChangeAction)),
    fields: { type: 'object', additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 } },
    at: TIME,
    subject: nullable(STRING),
    taskId: nullable(UUID),
    actorId: { ...UUID, description: 'Who did it.' },
    actor: { anyOf: [schemaRef('User'), { type: 'null' }] },
  }),
  DashboardStats: object<DashboardStatsType>('The figures of the dashboard, over the tasks of your projects.', {
    totalTasks: COUNT,
    inProgressTasks: COUNT,
    completedTasks: COUNT,
    overdueTasks: COUNT,
    changes: object<DashboardStatsType['changes']>('Whole percents against the same moment one month ago.', {
      total: INTEGER,
      inProgress: INTEGER,
      completed: INTEGER,
      overdue: INTEGER,
    }),
    completedByWeek: arrayOf(
      object<DashboardStatsType['completedByWeek'][number]>('What was completed in one week.', {
        weekStart: { type: 'string', format: 'date', description: "The week's Monday in your time zone." },
        completed: { ...COUNT, description: 'How many of the tasks that are done now were completed in it.' },
      }),
    ),
  }),
  Error: {
    type: 'object',
    description: 'A refusal or a failure.',
    properties: {
      message: { type: 'string', description: 'What went wrong, for people.' },
      code: { ...oneOf(Object.keys(ERROR_STATUS)), description: 'What went wrong, for programs.' },
      errors: {
        type: 'object',
        description: 'With VALIDATION_FAILED: messages by field.',
        additionalProperties: arrayOf(STRING),
      },
      data: { type: 'object', description: 'With CONFLICT over an edit: the object as it is now.' },
    },
    required: ['message', 'code'],
  },
} satisfies Record<string, JsonSchema>;

type Answer = keyof typeof ANSWERS;

/** An object of this name. */
export const objectOf = (name: Answer): JsonSchema => schemaRef(name);

/** An object of this name, or null where there is none. */
export const objectOrNull = (name: Answer): JsonSchema => ({ anyOf: [schemaRef(name), { type: 'null' }] });

/** A list of objects of this name. */
export const listOf = (name: Answer): JsonSchema => arrayOf(schemaRef(name));

/** The person in an object, as the specified paths answer them. */
export const USER_ANSWER = object<{ user: unknown }>('The person.', { user: objectOf('User') });

/** The signed-in person, and where they are. */
export const ME_ANSWER = object<{ user: unknown; epoch: string } & TwoFactorRow>('You.', {
  twoFactor: { ...BOOLEAN, description: 'Whether your sign-in takes a second factor.' },
  recoveryCodesLeft: { ...COUNT, description: 'How many of your recovery codes are unused.' },
  user: objectOf('User'),
  epoch: {
    type: 'string',
    format: 'uuid',
    description:
      'Which life of the database you look at: a new one after each restore, when no revision you remember holds.',
  },
});

/** A successful sign-in. */
export const SIGNED_IN_ANSWER = object<{ user: unknown; tokens: unknown }>('The person and their token.', {
  user: objectOf('User'),
  tokens: object<{ accessToken: string }>('What to send from now on.', {
    accessToken: { type: 'string', description: 'Goes into the header `Authorization: Bearer …`.' },
  }),
});

/** A sign-in that went through, or waits for its second factor. */
export const LOGIN_ANSWER: JsonSchema = {
  anyOf: [
    SIGNED_IN_ANSWER,
    object<{ challenge: Challenge }>('Where two-factor is on: what to send with the code.', {
      challenge: object<Challenge>('A sign-in that waits. It is no sign-in token: it opens nothing by itself.', {
        token: { type: 'string', description: 'To send with the code, from the same device.' },
        expiresAt: { ...TIME, description: 'Until when: five minutes.' },
      }),
    }),
  ],
};

/** What to put into an authenticator app. */
export const TWO_FACTOR_ANSWER = object<TwoFactorBegun>('What to put into an authenticator app.', {
  secret: { type: 'string', pattern: '^[A-Z2-7]+$', description: 'To type in, in Base32.' },
  uri: { type: 'string', pattern: '^otpauth://totp/', description: 'The same as an `otpauth:` address.' },
  qr: { type: 'string', description: 'The same as a QR code: an SVG without script or style.' },
});

/** Recovery codes, told once. */
export const RECOVERY_CODES_ANSWER = object<RecoveryCodes>('Recovery codes; each works once.', {
  recoveryCodes: { ...arrayOf(STRING), description: 'Told only here.' },
});

/** What an act on many tasks leaves. */
export const BULK_ANSWER = object<TasksWritten>('What became of the tasks.', {
  tasks: { ...listOf('Task'), description: 'Those that are left, as they are now.' },
  deletedIds: { ...arrayOf(UUID), description: 'Those that are gone.' },
  revisions: {
    ...arrayOf(
      object<TasksWritten['revisions'][number]>('A position in the log of a project.', {
        projectId: UUID,
        revision: COUNT,
      }),
    ),
    description: 'Where the projects stand after it.',
  },
});

/** Something to tell the person. */
export const TOLD_ANSWER = object<Told>('What to tell the person.', { message: STRING });

/** How many notifications are unread. */
export const UNREAD_ANSWER = object<{ unreadCount: number }>('How many are unread now.', { unreadCount: COUNT });

/** A page of notifications with the count. */
export const INBOX_ANSWER = object<{ notifications: unknown; unreadCount: number }>(
  'A page, and how many are unread.',
  {
    notifications: listOf('Notification'),
    unreadCount: COUNT,
  },
);
