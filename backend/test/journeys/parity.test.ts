import { randomUUID } from 'node:crypto';
import { newId } from '../../src/platform/lib/ids.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRevertToken } from '../../src/auth/emailChange.service.js';
import { issueVerification } from '../../src/auth/emailVerification.service.js';
import { issuePasswordReset } from '../../src/auth/passwordReset.service.js';
import { createSchema } from '../../src/api/graphql/schema.js';
import { createInvitationLink } from '../../src/projects/invitationLink.service.js';
import { routes } from '../../src/api/rest/routes.js';
import { inDays, newProgram } from '../support/apiToken.js';
import {
  addMember,
  Client,
  newAccount,
  newPerson,
  newProject,
  newAttachment,
  newTask,
  newCalendarFeed,
  newDelivery,
  newWebhook,
  newView,
  PASSWORD,
  type Person,
  type RestResult,
} from '../support/client.js';
import { readyExport } from '../support/exports.js';
import { endedImport } from '../support/imports.js';
import { homeColumnId } from '../../src/columns/homeColumns.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';
import {
  CALENDAR_FEED,
  WEBHOOK,
  WEBHOOK_DELIVERY,
  ACCOUNT,
  ACCOUNT_INVITATION,
  ATTACHMENT,
  ANALYTICS,
  API_TOKEN,
  BULK_RUN,
  CHECKLIST_ITEM,
  COLUMN,
  COMMENT,
  EXPORT,
  IMPORT,
  FOUND_USER,
  CHANGE_SET,
  HISTORY,
  INVITATION,
  MEMBER,
  mutation,
  NOTIFICATION,
  PREFERENCES,
  PROJECT,
  RELATION,
  INSTANCE,
  REVISIONS,
  SECURITY_EVENT,
  SESSION,
  SHARE_LINK,
  SHARED_BOARD,
  SHARED_TASK_PAGE,
  SINCE_LAST_VISIT,
  STATS,
  TASK,
  TEAM_PERSON,
  TRASH_ENTRY,
  USER,
  VIEW,
} from '../support/selections.js';
import { startProvider, type TestProvider } from '../support/oidcProvider.js';
import { browserKeys, newPush } from '../support/pushService.js';
import { square } from '../support/images.js';
import { anotherSession, codeOf, enableTwoFactor } from '../support/twoFactor.js';
import { FULL_RUN } from '../support/testDepth.js';
import { onlyIf } from '../support/onlyIf.js';

/** Writes that say all in their path. */
const WITHOUT_BODY = [
  'post /imports/:id/stop',
  'post /imports/:id/undo',
  'post /auth/email/resend-verification',
  'post /webhooks/:id/secret',
  'post /webhooks/:id/test',
  'post /webhooks/:id/deliveries/:deliveryId/redeliver',
  'post /admin/test-mail',
  'post /attachments/:id/ticket',
  'post /tasks/:id/repeat/skip',
  'post /auth/logout',
  'post /auth/export',
  'post /auth/restore-account',
  'patch /notifications/read-all',
  'patch /notifications/:id/read',
  'post /projects/:id/invitations/:invitationId/resend',
  'post /projects/:id/archive',
  'post /projects/:id/mute',
  'post /tasks/:id/watch',
  'post /projects/:id/unarchive',
  'post /projects/:id/restore',
  'post /tasks/:id/restore',
];

/** Not available in GraphQL. */
const WITH_A_FILE = ['put /auth/avatar', 'post /tasks/:id/attachments', 'put /imports/:id/file'];
const GRAPHQL_ROUTES = routes.filter(({ graphqlField }) => graphqlField !== null);

/** Two of these are made alike, one for each transport. */
interface World {
  owner: Person;
  member: Person;
  outsider: Person;
  projectId: string;
  /** Projects of the owner and the outsider. */
  sharedId: string;
  taskId: string;
  otherTaskId: string;
  /** A task and a project of the owner’s that are deleted, and a project that is archived. */
  trashedTaskId: string;
  trashedId: string;
  archivedId: string;
  noteId: string;
  commentId: string;
  itemId: string;
  attachmentId: string;
  repeatingId: string;
  columnId: string;
  doneColumnId: string;
  runId: string;
  exportId: string;
  resetToken: string;
  revertToken: string;
  verifyToken: string;
  /** An invitation to the server, where a case makes one. */
  accountInvitationId: string;
  sessionId: string;
  invitationId: string;
  /** The token of the invitation to the outsider’s project. */
  invitationToken: string;
  shareLinkId: string;
  /** The token of a link that shows the project, and one with a password. */
  shareToken: string;
  closedToken: string;
  /** A column, as the link identifies it. */
  sharedColumn: string;
  tokenId: string;
  /** A push subscription of the owner. */
  pushId: string;
  /** A view that the owner has saved. */
  viewId: string;
  calendarFeedId: string;
  importId: string;
  webhookId: string;
  deliveryId: string;
  /** The owner's second factor, if a case has switched it on. */
  secret: string;
  recoveryCodes: string[];
  challenge: string;
  /** An identity of the owner, if a case has linked it. */
  identityId: string;
}

type Fields = Record<string, unknown>;

/** Confirms what administrators do. */
const PROOF = { currentPassword: PASSWORD };

/** A request independent of the transport: REST's path, query and body, or GraphQL's variables. */
interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Fields;
}

interface Case {
  /** Preparation beyond the default world. */
  before?: (world: World) => Promise<void>;
  request: (world: World) => Request;
  document: string;
  variables?: (request: Request) => Fields;
  /** The part of GraphQL's `data` that REST answers as `data`. */
  result?: (data: RestResult['body']) => unknown;
  /** Input that breaks a rule, or a request whose whole body breaks one. */
  invalid?: Fields | ((world: World) => Request);
}

const input = (request: Request): Fields => ({ input: { ...request.params, ...request.body } });
const ofProject = ({ params: { id, ...others } = {}, body }: Request): Fields => ({
  input: { projectId: id, ...others, ...body },
});
const ofTask = ({ params: { id } = {}, body }: Request): Fields => ({ input: { taskId: id, ...body } });
const ofItem = ({ params: { id, itemId } = {}, body }: Request): Fields => ({
  input: { taskId: id, id: itemId, ...body },
});
const onProject = ({ projectId }: World): Request => ({ params: { id: projectId } });
const onInvitation = ({ projectId, invitationId }: World): Request => ({ params: { id: projectId, invitationId } });
const onTask = ({ taskId }: World): Request => ({ params: { id: taskId } });
const onItem = ({ taskId, itemId }: World): Request => ({ params: { id: taskId, itemId } });
const onNote = ({ noteId }: World): Request => ({ params: { id: noteId } });
const onRun = ({ runId }: World): Request => ({ params: { id: runId } });
const onExport = ({ exportId }: World): Request => ({ params: { id: exportId } });
const onImport = ({ importId }: World): Request => ({ params: { id: importId } });
const onAttachment = ({ attachmentId }: World): Request => ({ params: { id: attachmentId } });
const onColumn = ({ columnId }: World): Request => ({ params: { id: columnId } });
const onComment = ({ commentId }: World): Request => ({ params: { id: commentId } });
/** REST answers a notification flat. */
const flat = ({ actor, task, project, ...rest }: Record<string, { id: string } | null>): unknown => ({
  ...rest,
  actorId: actor?.id ?? null,
  taskId: task?.id ?? null,
  projectId: project?.id ?? null,
});
/** REST also returns the id of the person. */
const told = (entry: { actor: { id: string } }): unknown => ({ ...entry, actorId: entry.actor.id });
/** Two-factor is begun, or switched on, or a sign-in waits for it. */
const begun = async (world: World): Promise<void> => {
  const { body } = await world.owner.client.rest('post', '/auth/two-factor', { currentPassword: world.owner.password });
  world.secret = body.data.secret;
};
const secured = async (world: World): Promise<void> => {
  const { secret, recoveryCodes } = await enableTwoFactor(world.owner);
  Object.assign(world, { secret, recoveryCodes });
};
const waiting = async (world: World): Promise<void> => {
  await secured(world);
  const { email, password, client } = world.owner;
  const { body } = await client.rest('post', '/auth/login', { email, password });
  world.challenge = body.data.challenge.token;
};
/** A sign-in at the provider has begun and waits to be completed. */
const answers = new WeakMap<World, Fields>();
const atProvider = async (world: World): Promise<void> => {
  const { body } = await world.owner.client.rest('post', '/auth/oidc/begin', {});
  const subject = randomUUID();
  const names = { given_name: 'Ines', family_name: 'Sol' };
  provider.people.set(subject, { ...names, email: `${subject}@tern.example`, email_verified: true });
  const { url, verifier } = body.data as { url: string; verifier: string };
  answers.set(world, { ...(await provider.signIn(url, subject)), verifier });
};
const linked = async (world: World): Promise<void> => {
  world.identityId = newId();
  await rows(
    server,
    `insert into identity (id, user_id, issuer, subject, linked_at)
     values (?, ?, 'https://id.example', ?, '2026-11-26T00:00:00Z')`,
    [world.identityId, world.owner.id, world.identityId],
  );
};
const BEGUN = 'url state verifier';
const proof = ({ owner, recoveryCodes }: World): Request => ({
  body: { currentPassword: owner.password, code: recoveryCodes[0] },
});

/** Cases shared by PUT and PATCH. */
const UPDATED_PROJECT: Case = {
  request: (world) => ({ ...onProject(world), body: { name: 'Renamed', color: '#4568b8', version: 1 } }),
  document: mutation('updateProject', `project { ${PROJECT} }`),
  result: ({ updateProject }) => updateProject.project,
  invalid: { name: '  ', description: 'd'.repeat(1001), version: -1 },
};
const UPDATED_TASK: Case = {
  request: (world) => ({
    ...onTask(world),
    body: { title: 'Another title', priority: 'LOW', dueDate: null, tags: [], assigneeId: world.owner.id },
  }),
  document: mutation('updateTask', `task { ${TASK} }`),
  result: ({ updateTask }) => updateTask.task,
  invalid: { title: '', description: 'd'.repeat(50_001), dueDate: '1969-12-31T00:00:00Z' },
};

/** One case a row of the route table, by `method path`. */
const CASES: Record<string, Case> = {
  'post /auth/register': {
    request: () => ({ body: newAccount() }),
    document: mutation('register', `user { ${USER} } tokens { accessToken }`),
    result: ({ register }) => register,
    invalid: { firstName: ' ', email: 'not an address', password: 'short' },
  },
  'post /auth/delete-account': {
    request: ({ owner, member, projectId, sharedId }) => ({
      body: {
        currentPassword: owner.password,
        projects: [
          { projectId, newOwnerId: member.id },
          { projectId: sharedId, delete: true },
        ],
      },
    }),
    document: mutation('deleteAccount', 'deletionAt'),
    result: ({ deleteAccount }) => deleteAccount,
    invalid: { currentPassword: '', projects: [{ projectId: 'tern' }] },
  },
  'post /auth/restore-account': {
    request: () => ({}),
    document: mutation('restoreAccount', `user { ${USER} }`),
    result: ({ restoreAccount }) => restoreAccount,
  },
  'post /auth/login': {
    request: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
    document: mutation('login', `user { ${USER} } tokens { accessToken }`),
    result: ({ login }) => login,
    invalid: { email: 'not an address', password: '' },
  },
  'post /auth/login/two-factor': {
    before: waiting,
    request: ({ challenge, recoveryCodes }) => ({ body: { challenge, code: recoveryCodes[0] } }),
    document: mutation('completeLogin', `user { ${USER} } tokens { accessToken }`),
    result: ({ completeLogin }) => completeLogin,
    invalid: { challenge: '', code: ' ' },
  },
  'get /auth/ways': {
    request: () => ({}),
    document: '{ signInWays { password oidc { id name } } }',
    result: ({ signInWays }) => signInWays,
  },
  'post /auth/oidc/begin': {
    request: () => ({ body: { provider: 'oidc', for: 'PROOF' } }),
    document: mutation('beginOidc', BEGUN),
    result: ({ beginOidc }) => beginOidc,
    invalid: { provider: 'x'.repeat(51) },
  },
  'post /auth/oidc/complete': {
    before: atProvider,
    request: (world) => ({ body: { ...answers.get(world) } }),
    document: mutation(
      'completeOidc',
      `user { ${USER} } tokens { accessToken } challenge { token expiresAt } proof { token expiresAt }`,
    ),
    result: ({ completeOidc }) => completeOidc,
    invalid: { state: '', code: '', verifier: 'short' },
  },
  'get /auth/identities': {
    before: linked,
    request: () => ({}),
    document: '{ me { identities { id provider name issuer subject email linkedAt lastUsedAt } } }',
    result: ({ me }) => me.identities,
  },
  'post /auth/identities': {
    request: ({ owner }) => ({ body: { currentPassword: owner.password } }),
    document: mutation('linkIdentity', BEGUN),
    result: ({ linkIdentity }) => linkIdentity,
    invalid: { provider: 'x'.repeat(51), currentPassword: '', code: ' ' },
  },
  'delete /auth/identities/:id': {
    before: linked,
    request: ({ identityId }) => ({ params: { id: identityId } }),
    document: mutation('unlinkIdentity', 'identityId'),
  },
  'post /auth/two-factor': {
    request: ({ owner }) => ({ body: { currentPassword: owner.password } }),
    document: mutation('beginTwoFactor', 'secret uri qr'),
    result: ({ beginTwoFactor }) => beginTwoFactor,
    invalid: { currentPassword: '' },
  },
  'post /auth/two-factor/confirm': {
    before: begun,
    request: ({ secret }) => ({ body: { code: codeOf(secret) } }),
    document: mutation('confirmTwoFactor', 'recoveryCodes'),
    result: ({ confirmTwoFactor }) => confirmTwoFactor,
    invalid: { code: '' },
  },
  'post /auth/two-factor/recovery-codes': {
    before: secured,
    request: proof,
    document: mutation('regenerateRecoveryCodes', 'recoveryCodes'),
    result: ({ regenerateRecoveryCodes }) => regenerateRecoveryCodes,
    invalid: { currentPassword: '', code: ' ' },
  },
  'delete /auth/two-factor': {
    before: secured,
    request: proof,
    document: mutation('disableTwoFactor', 'user { id }'),
    invalid: { currentPassword: '', code: ' ' },
  },
  'get /auth/sessions': {
    request: () => ({}),
    document: `{ sessions { ${SESSION} } }`,
    result: ({ sessions }) => sessions,
  },
  'delete /auth/sessions': {
    request: () => ({}),
    document: 'mutation { revokeOtherSessions { revoked } }',
  },
  'delete /auth/sessions/:id': {
    request: ({ sessionId }) => ({ params: { id: sessionId } }),
    document: mutation('revokeSession', 'sessionId'),
  },
  'get /auth/export': {
    request: () => ({}),
    document: `{ exports { ${EXPORT} } }`,
    result: ({ exports }) => exports,
  },
  'post /auth/export': {
    request: () => ({}),
    document: `mutation { requestExport { export { ${EXPORT} } } }`,
    result: ({ requestExport }) => requestExport.export,
  },
  'get /auth/export/:id': {
    request: onExport,
    document: `query($id: ID!) { export(id: $id) { ${EXPORT} } }`,
    variables: ({ params }) => ({ ...params }),
    result: (data) => data.export,
  },
  // a file, whose URL GraphQL returns
  'get /auth/export/:id/file': {
    request: onExport,
    document: `query($id: ID!) { export(id: $id) { ${EXPORT} } }`,
    variables: ({ params }) => ({ ...params }),
  },
  'get /auth/export/:id/files': {
    request: onExport,
    document: `query($id: ID!) { export(id: $id) { ${EXPORT} } }`,
    variables: ({ params }) => ({ ...params }),
  },
  'get /auth/tokens': {
    request: () => ({}),
    document: `{ apiTokens { ${API_TOKEN} } }`,
    result: ({ apiTokens }) => apiTokens,
  },
  'post /auth/tokens': {
    request: ({ owner, projectId }) => ({
      body: {
        name: ' Nightly report ',
        scope: 'READ',
        projectIds: [projectId],
        expiresAt: inDays(7),
        currentPassword: owner.password,
      },
    }),
    document: mutation('createApiToken', `token apiToken { ${API_TOKEN} }`),
    result: ({ createApiToken }) => createApiToken,
    invalid: { name: ' ', projectIds: [], currentPassword: '', code: ' ' },
  },
  'delete /auth/tokens/:id': {
    request: ({ tokenId }) => ({ params: { id: tokenId } }),
    document: mutation('revokeApiToken', 'apiTokenId'),
  },
  'get /calendar-feeds': {
    request: () => ({}),
    document: `{ calendarFeeds { ${CALENDAR_FEED} } }`,
    result: ({ calendarFeeds }) => calendarFeeds,
  },
  'post /calendar-feeds': {
    request: ({ projectId }) => ({
      body: { name: ' Team ', as: 'TODOS', filter: { projectIds: [projectId], assigneeIds: ['me'], search: 'x' } },
    }),
    document: mutation('createCalendarFeed', `url calendarFeed { ${CALENDAR_FEED} }`),
    result: ({ createCalendarFeed }) => createCalendarFeed,
    invalid: { name: ' ', filter: { tags: ['a,b'] } },
  },
  'delete /calendar-feeds/:id': {
    request: ({ calendarFeedId }) => ({ params: { id: calendarFeedId } }),
    document: mutation('revokeCalendarFeed', 'calendarFeedId'),
  },
  'get /imports': {
    request: () => ({}),
    document: `{ imports { ${IMPORT} } }`,
    result: ({ imports }) => imports,
  },
  'post /imports': {
    request: ({ projectId }) => ({
      body: {
        source: 'CSV',
        projectId,
        mapping: {
          fields: [{ column: 'Name', field: 'TITLE' }],
          lists: [{ theirs: 'Beds', status: 'TODO' }],
          dateOrder: 'DAY_FIRST',
          archived: false,
        },
        people: [{ theirs: 'Ines Sol', userId: null }],
        dryRun: false,
      },
    }),
    document: mutation('startImport', `import { ${IMPORT} }`),
    result: ({ startImport }) => startImport.import,
    invalid: {
      newProject: { name: ' ' },
      mapping: { lists: [{ theirs: '' }] },
      people: [{ theirs: ' ', userId: null }],
    },
  },
  'get /imports/:id': {
    request: onImport,
    document: `query($id: ID!) { import(id: $id) { ${IMPORT} } }`,
    variables: ({ params }) => ({ ...params }),
    result: (data) => data.import,
  },
  // a file
  'get /imports/:id/report': {
    request: onImport,
    document: `query($id: ID!) { import(id: $id) { ${IMPORT} } }`,
    variables: ({ params }) => ({ ...params }),
  },
  'post /imports/:id/stop': {
    request: onImport,
    document: mutation('stopImport', `import { ${IMPORT} }`),
    result: ({ stopImport }) => stopImport.import,
  },
  'post /imports/:id/undo': {
    request: onImport,
    document: mutation('undoImport', `import { ${IMPORT} }`),
    result: ({ undoImport }) => undoImport.import,
  },
  'get /webhooks': {
    request: () => ({}),
    document: `{ webhooks { ${WEBHOOK} } }`,
    result: ({ webhooks }) => webhooks,
  },
  'post /webhooks': {
    request: ({ projectId }) => ({
      body: { name: ' Bridge ', url: 'https://tern.example/x', events: ['task.*'], projectId, format: 'SLACK' },
    }),
    document: mutation('createWebhook', `webhook { ${WEBHOOK} } secret`),
    result: ({ createWebhook }) => createWebhook,
    invalid: { name: ' ', url: ' ', events: ['task.exploded'] },
  },
  'get /webhooks/:id': {
    request: ({ webhookId }) => ({ params: { id: webhookId } }),
    document: `query ($id: ID!) { webhook(id: $id) { ${WEBHOOK} } }`,
    variables: ({ params }) => ({ id: params?.['id'] }),
    result: ({ webhook }) => webhook,
  },
  'patch /webhooks/:id': {
    request: ({ webhookId }) => ({ params: { id: webhookId }, body: { name: 'Other', paused: true } }),
    document: mutation('updateWebhook', `webhook { ${WEBHOOK} }`),
    result: ({ updateWebhook }) => updateWebhook.webhook,
    invalid: { events: ['task.exploded'] },
  },
  'delete /webhooks/:id': {
    request: ({ webhookId }) => ({ params: { id: webhookId } }),
    document: mutation('deleteWebhook', 'webhookId'),
  },
  'post /webhooks/:id/secret': {
    request: ({ webhookId }) => ({ params: { id: webhookId } }),
    document: mutation('rotateWebhookSecret', `webhook { ${WEBHOOK} } secret`),
    result: ({ rotateWebhookSecret }) => rotateWebhookSecret,
  },
  'post /webhooks/:id/test': {
    request: ({ webhookId }) => ({ params: { id: webhookId } }),
    document: mutation('testWebhook', `delivery { ${WEBHOOK_DELIVERY} }`),
    result: ({ testWebhook }) => testWebhook.delivery,
  },
  'get /webhooks/:id/deliveries': {
    request: ({ webhookId }) => ({ params: { id: webhookId }, query: { state: 'FAILED' } }),
    document: `query ($id: ID!, $state: DeliveryState) {
      webhook(id: $id) { deliveries(state: $state, first: 100) { nodes { ${WEBHOOK_DELIVERY} } } } }`,
    variables: ({ params, query }) => ({ id: params?.['id'], state: query?.['state'] }),
    result: ({ webhook }) => webhook.deliveries.nodes,
  },
  'post /webhooks/:id/deliveries/:deliveryId/redeliver': {
    request: ({ webhookId, deliveryId }) => ({ params: { id: webhookId, deliveryId } }),
    document: mutation('redeliver', `delivery { ${WEBHOOK_DELIVERY} }`),
    variables: ({ params }) => ({ input: { id: params?.['deliveryId'], webhookId: params?.['id'] } }),
    result: ({ redeliver }) => redeliver.delivery,
  },
  'post /webhooks/:id/redeliver-since': {
    request: ({ webhookId, projectId }) => ({ params: { id: webhookId }, body: { projectId, revision: 1 } }),
    document: mutation('redeliverSince', `webhook { ${WEBHOOK} }`),
    result: ({ redeliverSince }) => redeliverSince.webhook,
    invalid: { revision: -1 },
  },
  'get /push': {
    request: () => ({}),
    document: '{ pushKey }',
    result: ({ pushKey }) => ({ pushKey }),
  },
  'post /push': {
    request: () => ({ body: browserKeys() }),
    document: mutation('subscribePush', 'pushSubscriptionId'),
    result: ({ subscribePush }) => subscribePush,
    invalid: { endpoint: 'http://push.example/1', p256dh: 'short', auth: '' },
  },
  'delete /push/:id': {
    request: ({ pushId }) => ({ params: { id: pushId } }),
    document: mutation('unsubscribePush', 'pushSubscriptionId'),
  },
  'get /views': {
    request: () => ({}),
    document: `{ views { ${VIEW} } }`,
    result: ({ views }) => views,
  },
  'post /views': {
    request: ({ projectId, owner }) => ({
      body: {
        name: 'Mine and late',
        projectId,
        filter: {
          statuses: ['TODO', 'IN_REVIEW'],
          priorities: ['HIGH'],
          projectIds: [projectId],
          assigneeIds: ['me', 'none', owner.id],
          search: 'paint',
          tags: ['a b'],
          dues: ['OVERDUE', 'THIS_WEEK'],
          dueFrom: '2026-11-20T00:00:00.000Z',
          dueTo: '2026-11-27T00:00:00.000Z',
          completedWithinDays: 14,
        },
        orderBy: 'DUE_ASC',
        groupBy: 'DUE',
        layout: 'BOARD',
      },
    }),
    document: mutation('saveView', `view { ${VIEW} }`),
    result: ({ saveView }) => saveView.view,
    invalid: { name: ' ', projectId: 'none', filter: { tags: ['a,b'], completedWithinDays: 0 } },
  },
  'patch /views/:id': {
    request: ({ viewId }) => ({
      params: { id: viewId },
      body: { name: 'Renamed', filter: { search: 'x' }, orderBy: 'TITLE_ASC', groupBy: null, layout: 'GRID' },
    }),
    document: mutation('updateView', `view { ${VIEW} }`),
    result: ({ updateView }) => updateView.view,
    invalid: { name: 'n'.repeat(61), filter: { assigneeIds: ['you'] } },
  },
  'delete /views/:id': {
    request: ({ viewId }) => ({ params: { id: viewId } }),
    document: mutation('deleteView', 'viewId'),
  },
  'post /auth/email/revert': {
    request: ({ revertToken }) => ({ body: { token: revertToken } }),
    document: mutation('revertEmail', 'message'),
    result: ({ revertEmail }) => revertEmail,
    invalid: { token: '' },
  },
  'get /admin/accounts': {
    request: ({ member }) => ({ query: { search: member.email, limit: '5' } }),
    document: `query($search: String, $first: Int) { accounts(search: $search, first: $first) { nodes { ${ACCOUNT} } } }`,
    variables: ({ query }) => ({ search: query?.['search'], first: Number(query?.['limit']) }),
    result: ({ accounts }) => accounts.nodes,
  },
  'get /admin/projects': {
    request: () => ({ query: { limit: '5' } }),
    document: `query($first: Int) { projectSizes(first: $first) {
      nodes { id tasks comments members owners isArchived createdAt } } }`,
    variables: ({ query }) => ({ first: Number(query?.['limit']) }),
    result: ({ projectSizes }) => projectSizes.nodes,
  },
  'get /admin/instance': {
    request: () => ({}),
    document: `{ instance { ${INSTANCE} } }`,
    result: ({ instance }) => instance,
  },
  'get /admin/security-events': {
    request: ({ member }) => ({ query: { userId: member.id, kind: 'registered', limit: '5' } }),
    document: `query($userId: ID, $kind: String, $first: Int) {
      securityEvents(userId: $userId, kind: $kind, first: $first) { nodes { ${SECURITY_EVENT} } } }`,
    variables: ({ query: { limit, ...query } = {} }) => ({ ...query, first: Number(limit) }),
    result: ({ securityEvents }) => securityEvents.nodes,
  },
  'get /admin/security-events/file': {
    request: ({ member }) => ({ query: { userId: member.id } }),
    document: `query($userId: ID) { securityEvents(userId: $userId) { nodes { id } } }`,
    variables: ({ query }) => ({ ...query }),
  },
  'get /admin/invitations': {
    request: () => ({ query: { limit: '5' } }),
    document: `query($first: Int) { accountInvitations(first: $first) { nodes { ${ACCOUNT_INVITATION} } } }`,
    variables: ({ query }) => ({ first: Number(query?.['limit']) }),
    result: ({ accountInvitations }) => accountInvitations.nodes,
  },
  'put /admin/settings': {
    request: () => ({ body: { signUp: 'open' } }),
    document: mutation('updateSettings', `instance { ${INSTANCE} }`),
    result: ({ updateSettings }) => updateSettings.instance,
    invalid: { signUp: 'all' },
  },
  'post /admin/test-mail': {
    request: () => ({ body: {} }),
    document: mutation('sendTestMail', 'sentTo failure'),
    result: ({ sendTestMail }) => sendTestMail,
  },
  'post /admin/invitations': {
    request: ({ owner }) => ({ body: { email: `i-${owner.email}` } }),
    document: mutation('inviteAccount', `accountInvitation { ${ACCOUNT_INVITATION} }`),
    result: ({ inviteAccount }) => inviteAccount.accountInvitation,
    invalid: { email: 'no one' },
  },
  'delete /admin/invitations/:id': {
    before: async (world) => {
      const { body } = await world.owner.client.rest('post', '/admin/invitations', { email: `j-${world.owner.email}` });
      world.accountInvitationId = body.data.id;
    },
    request: ({ accountInvitationId }) => ({ params: { id: accountInvitationId } }),
    document: mutation('revokeAccountInvitation', 'id'),
  },
  'post /admin/accounts/:id/suspend': {
    request: ({ member }) => ({ params: { id: member.id }, body: PROOF }),
    document: mutation('suspendAccount', `account { ${ACCOUNT} }`),
    result: ({ suspendAccount }) => suspendAccount.account,
    invalid: { currentPassword: '' },
  },
  'delete /admin/accounts/:id/suspend': {
    before: async ({ owner, member }) => {
      await owner.client.rest('post', `/admin/accounts/${member.id}/suspend`, PROOF);
    },
    request: ({ member }) => ({ params: { id: member.id }, body: PROOF }),
    document: mutation('reinstateAccount', `account { ${ACCOUNT} }`),
    invalid: { currentPassword: '' },
  },
  'post /admin/accounts/:id/reset-link': {
    request: ({ member }) => ({ params: { id: member.id }, body: PROOF }),
    document: mutation('sendResetLink', `account { ${ACCOUNT} }`),
    result: ({ sendResetLink }) => sendResetLink.account,
    invalid: { currentPassword: '' },
  },
  'post /admin/accounts/:id/reset-two-factor': {
    before: async ({ member }) => {
      await enableTwoFactor(member);
    },
    request: ({ member }) => ({ params: { id: member.id }, body: PROOF }),
    document: mutation('resetTwoFactor', `account { ${ACCOUNT} }`),
    result: ({ resetTwoFactor }) => resetTwoFactor.account,
    invalid: { currentPassword: '' },
  },
  'delete /admin/accounts/:id': {
    request: ({ member }) => ({ params: { id: member.id }, body: PROOF }),
    document: mutation('deleteAccountOf', `account { ${ACCOUNT} }`),
    invalid: { currentPassword: '' },
  },
  'put /admin/accounts/:id/admin': {
    request: ({ member }) => ({ params: { id: member.id }, body: { ...PROOF, isAdmin: true } }),
    document: mutation('setAdmin', `account { ${ACCOUNT} }`),
    result: ({ setAdmin }) => setAdmin.account,
    invalid: { currentPassword: '' },
  },
  'post /admin/accounts/:id/transfer': {
    request: ({ owner, member, projectId }) => ({
      params: { id: owner.id },
      body: { ...PROOF, newOwnerId: member.id, projectIds: [projectId] },
    }),
    document: mutation('transferProjects', `transferred account { ${ACCOUNT} } ${REVISIONS}`),
    result: ({ transferProjects }) => transferProjects,
    invalid: { newOwnerId: '' },
  },
  'post /auth/email/verify': {
    request: ({ verifyToken }) => ({ body: { token: verifyToken } }),
    document: mutation('verifyEmail', 'message'),
    result: ({ verifyEmail }) => verifyEmail,
    invalid: { token: '' },
  },
  'post /auth/email/resend-verification': {
    request: () => ({ body: {} }),
    document: mutation('resendVerification', 'message'),
    result: ({ resendVerification }) => resendVerification,
  },
  'get /auth/me': {
    request: () => ({}),
    document: `{ me { ${USER} twoFactor recoveryCodesLeft emailVerifiedAt asksForVerification isAdmin hasPassword deletionAt epoch positions { projectId revision } lastProjectId } }`,
    result: ({
      me: {
        twoFactor,
        recoveryCodesLeft,
        emailVerifiedAt,
        asksForVerification,
        isAdmin,
        hasPassword,
        deletionAt,
        epoch,
        positions,
        lastProjectId,
        ...user
      },
    }) => ({
      user,
      twoFactor,
      recoveryCodesLeft,
      emailVerifiedAt,
      asksForVerification,
      isAdmin,
      hasPassword,
      deletionAt,
      epoch,
      positions,
      lastProjectId,
    }),
  },
  'post /auth/logout': {
    request: () => ({}),
    document: 'mutation { logout { sessionId } }',
  },
  'post /auth/forgot-password': {
    request: ({ owner }) => ({ body: { email: owner.email } }),
    document: mutation('forgotPassword', 'message'),
    result: ({ forgotPassword }) => forgotPassword,
    invalid: { email: 'not an address' },
  },
  'post /auth/reset-password': {
    request: ({ resetToken }) => ({ body: { token: resetToken, password: 'Basalt8cliffs' } }),
    document: mutation('resetPassword', 'message'),
    result: ({ resetPassword }) => resetPassword,
    invalid: { token: '', password: 'short' },
  },
  'put /auth/profile': {
    request: () => ({ body: { firstName: ' Ada ', lastName: 'Sol' } }),
    document: mutation('updateProfile', `user { ${USER} }`),
    result: ({ updateProfile }) => updateProfile,
    invalid: { firstName: ' ', username: 'a b', email: 'not an address' },
  },
  'delete /auth/avatar': {
    before: async ({ owner }) => {
      await owner.client.rest('put', '/auth/avatar', await square());
    },
    request: () => ({}),
    document: 'mutation { removeAvatar { user { id } } }',
  },
  'put /auth/change-password': {
    request: ({ owner }) => ({ body: { currentPassword: owner.password, newPassword: 'Basalt8cliffs' } }),
    document: mutation('changePassword', `user { ${USER} }`),
    result: ({ changePassword }) => changePassword,
    invalid: { currentPassword: '', newPassword: 'short' },
  },
  'get /auth/preferences': {
    request: () => ({}),
    document: `{ me { preferences { ${PREFERENCES} } } }`,
    result: ({ me }) => me.preferences,
  },
  'put /auth/preferences': {
    request: () => ({
      body: { push: false, theme: 'DARK', timeZone: 'Europe/Berlin', kinds: [{ kind: 'COMMENT', email: false }] },
    }),
    document: mutation('updatePreferences', `preferences { ${PREFERENCES} }`),
    result: ({ updatePreferences }) => updatePreferences.preferences,
    invalid: { timeZone: 'Here' },
  },
  'get /users/lookup': {
    request: ({ member }) => ({ query: { emailOrUsername: member.email.toUpperCase() } }),
    document: `query($emailOrUsername: String!) { userLookup(emailOrUsername: $emailOrUsername) { ${FOUND_USER} } }`,
    variables: ({ query }) => ({ ...query }),
    result: ({ userLookup }) => userLookup,
  },
  'get /projects': {
    request: () => ({ query: { archived: 'true' } }),
    document: `query($archived: Boolean) { projects(archived: $archived) { nodes { ${PROJECT} } } }`,
    variables: ({ query }) => ({ archived: query?.['archived'] === 'true' }),
    result: ({ projects }) => projects.nodes,
  },
  'post /projects': {
    request: () => ({ body: { name: 'Harbour survey', description: 'Piers 1 to 4', color: '#2C89A0' } }),
    document: mutation('createProject', `project { ${PROJECT} }`),
    result: ({ createProject }) => createProject.project,
    invalid: { name: '', color: 'blue' },
  },
  'post /projects/:id/duplicate': {
    request: (world) => ({ ...onProject(world), body: { name: 'Copy', with: { tasks: true, comments: true } } }),
    document: mutation('duplicateProject', `project { ${PROJECT} }`),
    variables: ({ params, body }) => ({ input: { projectId: params?.['id'], ...(body as object) } }),
    result: ({ duplicateProject }) => duplicateProject.project,
    invalid: { with: { comments: true } },
  },
  'post /tasks/:id/duplicate': {
    request: (world) => ({ ...onTask(world), body: {} }),
    document: mutation('duplicateTask', `task { ${TASK} }`),
    variables: ({ params, body }) => ({ input: { taskId: params?.['id'], ...(body as object) } }),
    result: ({ duplicateTask }) => duplicateTask.task,
    invalid: { id: 'nine' },
  },
  'post /projects/example': {
    request: () => ({ body: {} }),
    document: mutation('createExampleProject', `project { ${PROJECT} }`),
    result: ({ createExampleProject }) => createExampleProject.project,
    invalid: { id: 'nine' },
  },
  'get /projects/:id': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { ${PROJECT} } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project,
  },
  'put /projects/:id': UPDATED_PROJECT,
  'patch /projects/:id': UPDATED_PROJECT,
  'post /projects/:id/mute': {
    request: onProject,
    document: mutation('muteProject', `project { ${PROJECT} }`),
    variables: ({ params }) => ({ input: { projectId: params?.['id'] } }),
    result: ({ muteProject }) => muteProject.project,
  },
  'delete /projects/:id/mute': {
    request: onProject,
    document: mutation('unmuteProject', `project { ${PROJECT} }`),
    variables: ({ params }) => ({ input: { projectId: params?.['id'] } }),
  },
  'delete /projects/:id': {
    request: onProject,
    document: mutation('deleteProject', 'projectId revision'),
  },
  'post /undo': {
    before: async ({ owner, taskId }) => void (await owner.client.rest('put', `/tasks/${taskId}`, { title: 'Other' })),
    // the fifth change, after the project, a member, two tasks and a comment
    request: ({ projectId }) => ({ body: { acts: [{ projectId, revision: 6 }] } }),
    document: mutation('undo', REVISIONS),
    result: ({ undo }) => undo,
    invalid: { acts: [] },
  },
  'get /projects/:id/tags': {
    before: async ({ owner, taskId, projectId }) => {
      await owner.client.rest('put', `/tasks/${taskId}`, { tags: ['paper', 'ink'] });
      await owner.client.rest('put', `/projects/${projectId}/tags/paper`, { color: '#4568b8' });
    },
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { tags { name color count } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.tags,
  },
  'put /projects/:id/tags/:name': {
    request: (world) => ({ params: { ...onProject(world).params, name: 'paper' }, body: { color: '#2F8068' } }),
    document: mutation('setTagColor', 'tag { name color count }'),
    variables: ({ params, body }) => ({ input: { projectId: params?.['id'], name: params?.['name'], ...body } }),
    result: ({ setTagColor }) => setTagColor.tag,
    invalid: { color: 'red' },
  },
  'get /projects/:id/columns': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { columns { ${COLUMN} } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.columns,
  },
  'post /projects/:id/columns': {
    request: (world) => ({ ...onProject(world), body: { name: ' Next ', status: 'TODO', limit: 3 } }),
    document: mutation('createColumn', `column { ${COLUMN} }`),
    variables: ofProject,
    result: ({ createColumn }) => createColumn.column,
    invalid: { name: ' ', limit: 0, color: 'red', afterId: 'above' },
  },
  'put /columns/:id': {
    request: (world) => ({ ...onColumn(world), body: { name: 'Sent', color: '#2F8068', hidden: true } }),
    document: mutation('updateColumn', `column { ${COLUMN} }`),
    result: ({ updateColumn }) => updateColumn.column,
    invalid: { name: ' ', version: -1 },
  },
  'patch /columns/:id/place': {
    request: (world) => ({ ...onColumn(world), body: { beforeId: world.doneColumnId } }),
    document: mutation('moveColumn', `column { ${COLUMN} }`),
    result: ({ moveColumn }) => moveColumn.column,
    invalid: { afterId: 'above', beforeId: 'below' },
  },
  'delete /columns/:id': {
    request: (world) => ({ ...onColumn(world), query: { moveTasksTo: world.doneColumnId } }),
    document: mutation('deleteColumn', 'columnId projectId movedTo revision'),
    variables: ({ params, query }) => ({ input: { ...params, ...query } }),
  },
  'get /projects/:id/members': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { members { nodes { ${MEMBER} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.members.nodes,
  },
  'post /projects/:id/members': {
    request: (world) => ({ ...onProject(world), body: { userId: world.outsider.id, role: 'OWNER' } }),
    document: mutation('addProjectMember', `member { ${MEMBER} }`),
    variables: ofProject,
    result: ({ addProjectMember }) => addProjectMember.member,
    invalid: { userId: 'nobody' },
  },
  'patch /projects/:id/members/:userId': {
    request: ({ projectId, member }) => ({ params: { id: projectId, userId: member.id }, body: { role: 'OWNER' } }),
    document: mutation('updateProjectMember', `member { ${MEMBER} }`),
    variables: ofProject,
    result: ({ updateProjectMember }) => updateProjectMember.member,
    // the last owner
    invalid: ({ projectId, owner }) => ({ params: { id: projectId, userId: owner.id }, body: { role: 'MEMBER' } }),
  },
  'delete /projects/:id/members/:userId': {
    request: ({ projectId, member }) => ({ params: { id: projectId, userId: member.id } }),
    document: mutation('removeProjectMember', 'userId revision'),
    variables: ofProject,
  },
  'get /projects/:id/invitations': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { invitations { nodes { ${INVITATION} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.invitations.nodes,
  },
  'post /projects/:id/invitations': {
    request: (world) => ({ ...onProject(world), body: { email: ' new@yard.example ', role: 'OWNER' } }),
    document: mutation('inviteMember', `invitation { ${INVITATION} }`),
    variables: ofProject,
    result: ({ inviteMember }) => inviteMember.invitation,
    invalid: { email: 'not an address' },
  },
  'post /projects/:id/invitations/:invitationId/resend': {
    request: onInvitation,
    document: mutation('resendInvitation', `invitation { ${INVITATION} }`),
    variables: ofProject,
    result: ({ resendInvitation }) => resendInvitation.invitation,
  },
  'delete /projects/:id/invitations/:invitationId': {
    request: onInvitation,
    document: mutation('revokeInvitation', 'invitationId revision'),
    variables: ofProject,
  },
  'get /projects/:id/share-links': {
    request: onProject,
    document: `query($id: ID!) { shareLinks(projectId: $id) { ${SHARE_LINK} } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ shareLinks }) => shareLinks,
  },
  'post /projects/:id/share-links': {
    request: (world) => ({
      ...onProject(world),
      body: { viewId: world.viewId, expiresAt: inDays(3), password: 'Granite8stones', initials: true },
    }),
    document: mutation('createShareLink', `url shareLink { ${SHARE_LINK} } revision ${REVISIONS}`),
    variables: ofProject,
    result: ({ createShareLink }) => createShareLink,
    invalid: { viewId: 'mine', password: 'short' },
  },
  'delete /projects/:id/share-links/:shareLinkId': {
    request: ({ projectId, shareLinkId }) => ({ params: { id: projectId, shareLinkId } }),
    document: mutation('revokeShareLink', 'shareLinkId revision'),
    variables: ({ params: { id, shareLinkId } = {} }) => ({ input: { projectId: id, id: shareLinkId } }),
  },
  'post /shared/board': {
    request: ({ shareToken }) => ({ body: { token: shareToken } }),
    document: `query($token: String!) { sharedBoard(token: $token) { ${SHARED_BOARD} } }`,
    variables: ({ body }) => ({ ...body }),
    result: ({ sharedBoard }) => sharedBoard,
    invalid: { token: '' },
  },
  'post /shared/tasks': {
    before: async (world) => {
      const { body } = await world.owner.client.rest('post', '/shared/board', { token: world.shareToken });
      world.sharedColumn = body.data.columns[0].id;
    },
    request: ({ shareToken, sharedColumn }) => ({ body: { token: shareToken, column: sharedColumn } }),
    document: `query($token: String!, $column: String!) { sharedTasks(token: $token, column: $column) { ${SHARED_TASK_PAGE} } }`,
    variables: ({ body }) => ({ ...body }),
    result: ({ sharedTasks }) => sharedTasks,
    invalid: { token: '', column: '' },
  },
  'post /shared/open': {
    request: ({ closedToken }) => ({ body: { token: closedToken, password: 'Granite8stones' } }),
    document: mutation('openSharedLink', 'key expiresAt'),
    result: ({ openSharedLink }) => openSharedLink,
    invalid: { token: '', password: '' },
  },
  'get /projects/:id/suggested-members': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { suggestedMembers { nodes { ${FOUND_USER} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.suggestedMembers.nodes,
  },
  'post /invitations/preview': {
    request: ({ invitationToken }) => ({ body: { token: invitationToken } }),
    document: 'query($token: String!) { invitation(token: $token) { projectName inviter email role expiresAt } }',
    variables: ({ body }) => ({ ...body }),
    result: ({ invitation }) => invitation,
    invalid: { token: '' },
  },
  'post /invitations/accept': {
    request: ({ invitationToken }) => ({ body: { token: invitationToken } }),
    document: mutation('acceptInvitation', `member { ${MEMBER} }`),
    result: ({ acceptInvitation }) => acceptInvitation.member,
    invalid: { token: '' },
  },
  'get /nodes': {
    request: ({ taskId, projectId, commentId, noteId, member, outsider }) => ({
      query: { ids: [taskId, projectId, commentId, noteId, member.id, outsider.id, randomUUID()].join(',') },
    }),
    document: `query($ids: [ID!]!) { nodes(ids: $ids) { type: __typename ... on Task { ${TASK} } ... on Comment { ${COMMENT} }
      ... on Project { ${PROJECT} } ... on User { ${USER} } ... on Notification { ${NOTIFICATION} } } }`,
    variables: ({ query }) => ({ ids: query?.['ids']?.split(',') }),
    result: ({ nodes }) =>
      nodes.map((found: Record<string, never> | null) => {
        if (!found) return null;
        const { type, ...node } = found;
        return { type, node: type === 'Notification' ? flat(node) : node };
      }),
    invalid: { ids: Array.from({ length: 101 }, () => randomUUID()).join(',') },
  },
  'get /tasks': {
    request: ({ projectId }) => ({ query: { projectId, tag: 'paint' } }),
    document: `query($filter: TaskFilter) { tasks(filter: $filter) { nodes { ${TASK} } } }`,
    variables: ({ query }) => ({ filter: query }),
    result: ({ tasks }) => tasks.nodes,
    invalid: { projectId: 'here', tag: 't'.repeat(31) },
  },
  'get /tasks/groups': {
    request: ({ projectId }) => ({ query: { projectId, groupBy: 'STATUS' } }),
    document: `query($filter: TaskFilter, $groupBy: TaskGrouping!, $timeZone: String) {
      taskGroups(filter: $filter, groupBy: $groupBy, timeZone: $timeZone) { key count }
    }`,
    variables: ({ query: { groupBy, timeZone, ...filter } = {} }) => ({ filter, groupBy, timeZone }),
    result: ({ taskGroups }) => taskGroups,
    invalid: { timeZone: 'Mars/Base' },
  },
  'post /tasks': {
    request: ({ projectId, member }) => ({
      body: {
        projectId,
        title: '  Paint the hull ',
        description: 'Two coats',
        priority: 'HIGH',
        status: 'IN_REVIEW',
        dueDate: '2027-03-01T09:30:00+02:00',
        tags: ['paint', ' dry dock '],
        assigneeId: member.id,
      },
    }),
    document: mutation('createTask', `task { ${TASK} }`),
    result: ({ createTask }) => createTask.task,
    invalid: { title: 't'.repeat(201), projectId: 'none', tags: ['t'.repeat(31)], assigneeId: 'nobody' },
  },
  'post /tasks/bulk': {
    request: ({ projectId, member }) => ({
      body: {
        projectId,
        tasks: [
          { title: ' Caulk the seams ', priority: 'LOW', assigneeId: member.id, comments: [{ text: 'With oakum' }] },
          {
            title: 'Launch',
            priority: 'HIGH',
            status: 'DONE',
            tags: ['yard'],
            comments: [{ text: 'Ready?' }, { text: 'Done' }],
          },
        ],
      },
    }),
    document: mutation('createTasks', `tasks { ${TASK} } revision ${REVISIONS}`),
    result: ({ createTasks }) => createTasks,
    invalid: { projectId: 'here', tasks: [] },
  },
  'patch /tasks/bulk': {
    request: ({ taskId, otherTaskId }) => ({ body: { ids: [taskId, otherTaskId], status: 'DONE', addTags: ['wet'] } }),
    document: mutation('bulkUpdateTasks', `tasks { ${TASK} } deletedIds revisions { projectId revision }`),
    result: ({ bulkUpdateTasks }) => bulkUpdateTasks,
    invalid: { ids: [] },
  },
  'post /bulk-runs': {
    request: ({ projectId, otherTaskId }) => ({
      body: { filter: { projectId, statuses: ['TODO'] }, except: [otherTaskId], status: 'DONE', addTags: ['wet'] },
    }),
    document: mutation('startBulkRun', `run { ${BULK_RUN} }`),
    result: ({ startBulkRun }) => startBulkRun.run,
    invalid: { filter: { projectId: 'none' }, except: ['none'], addTags: ['t'.repeat(31)] },
  },
  'get /bulk-runs/:id': {
    request: onRun,
    document: `query($id: ID!) { bulkRun(id: $id) { ${BULK_RUN} } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ bulkRun }) => bulkRun,
  },
  'delete /bulk-runs/:id': {
    request: onRun,
    document: mutation('stopBulkRun', `run { ${BULK_RUN} }`),
  },
  'get /tasks/:id': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { ${TASK} } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task,
  },
  'put /tasks/:id': UPDATED_TASK,
  'patch /tasks/:id': UPDATED_TASK,
  'delete /tasks/:id': {
    request: onTask,
    document: mutation('deleteTask', 'taskId revision'),
  },
  'patch /tasks/:id/assign': {
    request: (world) => ({ ...onTask(world), body: { assigneeId: world.owner.id } }),
    document: mutation('assignTask', `task { ${TASK} }`),
    result: ({ assignTask }) => assignTask.task,
    invalid: { assigneeId: 'nobody' },
  },
  'patch /tasks/:id/status': {
    request: (world) => ({ ...onTask(world), body: { status: 'DONE' } }),
    document: mutation('updateTaskStatus', `task { ${TASK} }`),
    result: ({ updateTaskStatus }) => updateTaskStatus.task,
    invalid: { version: -1 },
  },
  'patch /tasks/:id/move': {
    request: (world) => ({ ...onTask(world), body: { status: 'TODO', afterId: world.otherTaskId } }),
    document: mutation('moveTask', `task { ${TASK} }`),
    result: ({ moveTask }) => moveTask.task,
    invalid: { afterId: 'above', beforeId: 'below' },
  },
  'patch /tasks/:id/project': {
    // the token's owner must be a member
    before: async ({ owner, taskId }) => {
      await owner.client.rest('patch', `/tasks/${taskId}/assign`, { assigneeId: null });
    },
    request: (world) => ({ ...onTask(world), body: { projectId: world.sharedId } }),
    document: mutation('moveTaskToProject', `task { ${TASK} }`),
    result: ({ moveTaskToProject }) => moveTaskToProject.task,
    invalid: { projectId: 'the shed' },
  },
  'get /tasks/:id/subtasks': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { subtasks { nodes { ${TASK} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.subtasks.nodes,
  },
  'put /tasks/:id/parent': {
    request: (world) => ({ ...onTask(world), body: { parentId: world.otherTaskId } }),
    document: mutation('setParent', `task { ${TASK} }`),
    result: ({ setParent }) => setParent.task,
    invalid: { parentId: 'above' },
  },
  'get /tasks/:id/watchers': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { watchers { ${USER} } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.watchers,
  },
  'post /tasks/:id/watch': {
    request: onTask,
    document: mutation('watchTask', `task { ${TASK} }`),
    variables: ({ params }) => ({ input: { taskId: params?.['id'] } }),
    result: ({ watchTask }) => watchTask.task,
  },
  'delete /tasks/:id/watch': {
    request: onTask,
    document: mutation('unwatchTask', `task { ${TASK} }`),
    variables: ({ params }) => ({ input: { taskId: params?.['id'] } }),
  },
  'put /tasks/:id/repeat': {
    request: (world) => ({ ...onTask(world), body: { rule: 'FREQ=DAILY', timeZone: 'Europe/Berlin', count: 3 } }),
    document: mutation('setRepeat', `task { ${TASK} }`),
    result: ({ setRepeat }) => setRepeat.task,
    invalid: { rule: 'FREQ=HOURLY', timeZone: 'Mars' },
  },
  'delete /tasks/:id/repeat': {
    request: onTask,
    document: mutation('endSeries', `task { ${TASK} } revision`),
  },
  'post /tasks/:id/repeat/skip': {
    request: (world) => ({ params: { id: world.repeatingId } }),
    document: mutation('skipOccurrence', `task { ${TASK} }`),
    result: ({ skipOccurrence }) => skipOccurrence.task,
  },
  'get /tasks/:id/attachments': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { attachments { ${ATTACHMENT} } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.attachments,
  },
  'post /uploads': {
    request: ({ taskId }) => ({ body: { taskId, name: 'plan.pdf', size: 1000 } }),
    document: mutation('beginUpload', 'url received'),
    result: ({ beginUpload }) => beginUpload,
    invalid: { name: ' ', size: -1 },
  },
  'put /tasks/:id/cover': {
    request: (world) => ({ ...onTask(world), body: { attachmentId: world.attachmentId } }),
    document: mutation('setCover', `task { ${TASK} }`),
    result: ({ setCover }) => setCover.task,
    invalid: { attachmentId: 'the first' },
  },
  'patch /attachments/:id': {
    request: (world) => ({ ...onAttachment(world), body: { name: 'plan 2.txt' } }),
    document: mutation('renameAttachment', `attachment { ${ATTACHMENT} }`),
    result: ({ renameAttachment }) => renameAttachment.attachment,
    invalid: { name: '' },
  },
  'delete /attachments/:id': {
    request: onAttachment,
    document: mutation('deleteAttachment', 'attachmentId taskId revision'),
  },
  'post /attachments/:id/ticket': {
    request: onAttachment,
    document: mutation('createFileTicket', 'url expiresAt'),
    result: ({ createFileTicket }) => createFileTicket,
  },
  'get /tasks/:id/relations': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { relations { ${RELATION} } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.relations,
  },
  'post /tasks/:id/relations': {
    request: (world) => ({ ...onTask(world), body: { otherId: world.otherTaskId, kind: 'BLOCKS' } }),
    document: mutation('relateTasks', `relation { ${RELATION} }`),
    variables: ofTask,
    result: ({ relateTasks }) => relateTasks.relation,
    invalid: { otherId: 'other' },
  },
  'delete /tasks/:id/relations/:otherId': {
    request: ({ taskId, otherTaskId }) => ({ params: { id: taskId, otherId: otherTaskId } }),
    document: mutation('unrelateTasks', 'taskId otherId projectId revision'),
    variables: ({ params: { id, otherId } = {} }) => ({ input: { taskId: id, otherId } }),
  },
  'post /tasks/:id/checklist/:itemId/task': {
    request: (world) => ({ ...onItem(world), body: {} }),
    document: mutation('turnIntoTask', `task { ${TASK} }`),
    variables: ({ params: { id, itemId } = {}, body }) => ({ input: { taskId: id, itemId, ...body } }),
    result: ({ turnIntoTask }) => turnIntoTask.task,
    invalid: { id: 'mine' },
  },
  'get /tasks/:id/checklist': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { checklist { ${CHECKLIST_ITEM} } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.checklist,
  },
  'post /tasks/:id/checklist': {
    request: (world) => ({ ...onTask(world), body: { text: ' Sand the hull ' } }),
    document: mutation('addChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`),
    variables: ofTask,
    result: ({ addChecklistItem }) => addChecklistItem.checklistItem,
    invalid: { text: ' ', id: 'mine' },
  },
  'post /tasks/:id/checklist/bulk': {
    request: (world) => ({ ...onTask(world), body: { items: [{ text: 'Sand' }, { text: 'Prime' }] } }),
    document: mutation('addChecklistItems', `revision ${REVISIONS} checklistItems { ${CHECKLIST_ITEM} }`),
    variables: ofTask,
    result: ({ addChecklistItems }) => addChecklistItems,
    invalid: { items: [{ text: 'Sand' }, { text: 't'.repeat(201) }] },
  },
  'patch /tasks/:id/checklist/:itemId': {
    request: (world) => ({ ...onItem(world), body: { done: true, text: 'Two brushes' } }),
    document: mutation('updateChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`),
    variables: ofItem,
    result: ({ updateChecklistItem }) => updateChecklistItem.checklistItem,
    invalid: { text: 't'.repeat(201), version: -1 },
  },
  'post /tasks/:id/checklist/:itemId/move': {
    request: (world) => ({ ...onItem(world), body: { afterId: null } }),
    document: mutation('moveChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`),
    variables: ofItem,
    result: ({ moveChecklistItem }) => moveChecklistItem.checklistItem,
    invalid: { afterId: 'above', beforeId: 'below' },
  },
  'delete /tasks/:id/checklist/:itemId': {
    request: onItem,
    document: mutation('deleteChecklistItem', 'checklistItemId taskId revision'),
    variables: ofItem,
  },
  'get /tasks/:id/comments': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { comments { nodes { ${COMMENT} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.comments.nodes,
  },
  'post /tasks/:id/comments': {
    request: (world) => ({ ...onTask(world), body: { text: ' Two coats, then? ' } }),
    document: mutation('addComment', `comment { ${COMMENT} }`),
    variables: ofTask,
    result: ({ addComment }) => addComment.comment,
    invalid: { text: ' ', id: 'mine' },
  },
  'put /comments/:id': {
    request: (world) => ({ ...onComment(world), body: { text: 'Three coats' } }),
    document: mutation('updateComment', `comment { ${COMMENT} }`),
    result: ({ updateComment }) => updateComment.comment,
    invalid: { text: 't'.repeat(10_001), version: -1 },
  },
  'delete /comments/:id': {
    request: onComment,
    document: mutation('deleteComment', 'commentId taskId revision'),
  },
  'get /tasks/:id/history': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { history { nodes { ${HISTORY} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.history.nodes.map(told),
  },
  'get /tasks/:id/description-versions': {
    request: onTask,
    document: `query($id: ID!) { task(id: $id) { descriptionVersions { nodes {
      id projectId revision authorId at length excerpt text diff { kind text } author { ${USER} } } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ task }) => task.descriptionVersions.nodes,
  },
  'get /projects/:id/activity': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { activity { nodes { ${HISTORY} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.activity.nodes.map(told),
  },
  'get /projects/:id/comments': {
    request: onProject,
    document: `query($id: ID!) { project(id: $id) { comments { nodes { ${COMMENT} } } } }`,
    variables: ({ params }) => ({ ...params }),
    result: ({ project }) => project.comments.nodes,
  },
  'get /projects/:id/changes': {
    request: (world) => ({ ...onProject(world), query: { after: '1', limit: '2' } }),
    document: `query($id: ID!, $after: String, $first: Int) {
      project(id: $id) { changes(after: $after, first: $first) { nodes { ${CHANGE_SET} } } } }`,
    variables: ({ params, query }) => ({ ...params, after: query?.['after'], first: Number(query?.['limit']) }),
    result: ({ project }) =>
      project.changes.nodes.map(({ actor, ...set }: { actor: { id: string } }) => ({ ...set, actorId: actor.id })),
  },
  'post /projects/:id/archive': {
    request: onProject,
    document: mutation('archiveProject', `project { ${PROJECT} }`),
    result: ({ archiveProject }) => archiveProject.project,
  },
  'post /projects/:id/unarchive': {
    request: ({ archivedId }) => ({ params: { id: archivedId } }),
    document: mutation('unarchiveProject', `project { ${PROJECT} }`),
    result: ({ unarchiveProject }) => unarchiveProject.project,
  },
  'get /trash': {
    request: () => ({ query: { limit: '5' } }),
    document: `query($first: Int) { trash(first: $first) { nodes { ${TRASH_ENTRY} } } }`,
    variables: ({ query }) => ({ first: Number(query?.['limit']) }),
    result: ({ trash }) => trash.nodes,
  },
  'post /tasks/:id/restore': {
    request: ({ trashedTaskId }) => ({ params: { id: trashedTaskId } }),
    document: mutation('restoreTask', `task { ${TASK} }`),
    result: ({ restoreTask }) => restoreTask.task,
  },
  'post /projects/:id/restore': {
    request: ({ trashedId }) => ({ params: { id: trashedId } }),
    document: mutation('restoreProject', `project { ${PROJECT} }`),
    result: ({ restoreProject }) => restoreProject.project,
  },
  'delete /trash/:id': {
    request: ({ trashedTaskId }) => ({ params: { id: trashedTaskId } }),
    document: mutation('purge', 'id revision'),
  },
  'get /notifications': {
    request: () => ({ query: { unreadOnly: 'true' } }),
    document: `query($unreadOnly: Boolean) {
      notifications(unreadOnly: $unreadOnly) { unreadCount nodes { ${NOTIFICATION} } } }`,
    variables: ({ query }) => ({ unreadOnly: query?.['unreadOnly'] === 'true' }),
    result: ({ notifications: { nodes, unreadCount } }) => ({ notifications: nodes.map(flat), unreadCount }),
  },
  'post /notifications': {
    request: () => ({ body: { title: ' Order paint ', message: 'Two tins' } }),
    document: mutation('createNotification', `notification { ${NOTIFICATION} }`),
    result: ({ createNotification }) => flat(createNotification.notification),
    invalid: { title: ' ', message: 'm'.repeat(1001) },
  },
  'patch /notifications/read-all': {
    request: () => ({}),
    document: mutation('markAllNotificationsRead', 'unreadCount'),
    result: ({ markAllNotificationsRead }) => markAllNotificationsRead,
  },
  'patch /notifications/:id/read': {
    request: onNote,
    document: mutation('markNotificationRead', `notification { ${NOTIFICATION} }`),
    result: ({ markNotificationRead }) => flat(markNotificationRead.notification),
  },
  'patch /notifications/:id/snooze': {
    request: (world) => ({ ...onNote(world), body: { until: '2027-01-04T08:00:00.000Z' } }),
    document: mutation('snoozeNotification', `notification { ${NOTIFICATION} }`),
    result: ({ snoozeNotification }) => flat(snoozeNotification.notification),
    invalid: { until: '2020-01-04T08:00:00.000Z' },
  },
  'delete /notifications': {
    request: () => ({}),
    document: mutation('clearNotifications', 'unreadCount'),
  },
  'delete /notifications/:id': {
    request: onNote,
    document: mutation('deleteNotification', 'notificationId unreadCount'),
  },
  'get /dashboard/stats': {
    request: () => ({}),
    document: `{ dashboardStats { ${STATS} } }`,
    result: ({ dashboardStats }) => dashboardStats,
  },
  'get /dashboard/since-last-visit': {
    request: () => ({}),
    document: `{ sinceLastVisit { ${SINCE_LAST_VISIT} } }`,
    result: ({ sinceLastVisit: { latest, ...rest } }) => ({ ...rest, latest: latest.map(told) }),
  },
  'get /analytics': {
    request: ({ projectId }) => ({ query: { from: '2026-01-01', to: '2026-12-31', projectId, assigneeId: 'none' } }),
    document: `query($from: String!, $to: String!, $projectId: ID, $assigneeId: ID) {
      analytics(from: $from, to: $to, projectId: $projectId, assigneeId: $assigneeId) { ${ANALYTICS} } }`,
    variables: ({ query }) => ({ ...query }),
    result: ({ analytics }) => analytics,
  },
  'get /people': {
    request: () => ({ query: { limit: '5' } }),
    document: `query($first: Int) { people(first: $first) { nodes { ${TEAM_PERSON} } } }`,
    variables: ({ query }) => ({ first: Number(query?.['limit']) }),
    result: ({ people }) => people.nodes,
  },
  'get /activity': {
    request: ({ projectId }) => ({ query: { projectId, actorId: 'me', limit: '5', from: '2020-01-01T00:00:00Z' } }),
    document: `query($projectId: ID, $actorId: ID, $from: DateTimeISO, $first: Int) {
      activity(projectId: $projectId, actorId: $actorId, from: $from, first: $first) { nodes { ${HISTORY} } } }`,
    variables: ({ query: { limit, ...query } = {} }) => ({ ...query, first: Number(limit) }),
    result: ({ activity }) => activity.nodes.map(told),
  },
};

/** Public calls that are refused without this secret. */
const REFUSED: Record<string, Fields> = {
  'post /auth/login': { password: 'Wrong7password' },
  'post /auth/login/two-factor': { challenge: 'none', code: '123456' },
};

async function newWorld(server: TestServer): Promise<World> {
  const [owner, member, outsider] = await Promise.all(['Mara', 'Jon', 'Uma'].map((name) => newPerson(server, name)));
  if (!owner || !member || !outsider) throw new Error('nobody came');
  const project = await newProject(owner);
  await addMember(owner, project.id, member);
  const task = await newTask(owner, project.id, {
    tags: ['paint'],
    assigneeId: member.id,
    dueDate: '2020-01-01T00:00:00Z',
  });
  const other = await newTask(owner, project.id, { title: 'Another' });
  const repeat = { rule: 'FREQ=WEEKLY', timeZone: 'Europe/Berlin' };
  const repeating = await newTask(owner, project.id, { title: 'Each week', dueDay: '2030-01-01', repeat });
  const note = await owner.client.rest('post', '/notifications', { title: 'Call the yard', message: 'On Monday' });
  const comment = await owner.client.rest('post', `/tasks/${task.id}/comments`, { text: 'How many coats?' });
  const item = await owner.client.rest('post', `/tasks/${task.id}/checklist`, { text: 'A brush' });
  await owner.client.rest('post', `/tasks/${task.id}/relations`, { otherId: other.id, kind: 'RELATES' });
  await newTask(owner, project.id, { title: 'A part of it', parentId: task.id });
  const run = await owner.client.rest('post', '/bulk-runs', {
    filter: { projectId: project.id },
    priority: 'LOW',
  });
  await owner.client.rest('delete', `/bulk-runs/${run.body.data.id}`);
  const column = await owner.client.rest('post', `/projects/${project.id}/columns`, {
    name: 'Shipped',
    status: 'DONE',
  });
  const sessionId = await anotherSession(server, owner);
  const { id: tokenId } = await newProgram(owner, { projectIds: [project.id] });
  const moved = { email: `new-${owner.email}`, currentPassword: owner.password };
  await owner.client.rest('put', '/auth/profile', moved);
  const [way] = await rows<{ id: string }>(server, 'select id from email_revert where user_id = ?', [owner.id]);
  owner.email = moved.email;
  const revert = await createRevertToken(server.resources, way?.id ?? '');
  await rows(server, 'update account set is_admin = true where id = ?', [owner.id]);
  const verification = await issueVerification(server.resources, owner.id);
  // the outsider's own, as they share it with the member
  const theirs = await newProject(outsider, { name: 'Yard' });
  await addMember(outsider, theirs.id, member);
  const invite = (by: Person, to: string) =>
    by.client.rest('post', `/projects/${to}/invitations`, { email: 'guest@yard.example' });
  const invitation = await invite(owner, project.id);
  const link = await createInvitationLink(server.resources, (await invite(outsider, theirs.id)).body.data.id);
  const share = async (fields: object) =>
    (await owner.client.rest('post', `/projects/${project.id}/share-links`, fields)).body.data;
  const [open, closed] = [await share({}), await share({ password: 'Granite8stones' })];
  const shared = await newProject(owner, { name: 'Shed' });
  await addMember(owner, shared.id, outsider);
  const reset = await issuePasswordReset(server.resources, owner.email);
  const trashedTask = await newTask(owner, project.id, { title: 'Too many' });
  await owner.client.rest('delete', `/tasks/${trashedTask.id}`);
  const trashed = await newProject(owner, { name: 'Barn' });
  await addMember(owner, trashed.id, member);
  await owner.client.rest('delete', `/projects/${trashed.id}`);
  const archived = await newProject(owner, { name: 'Attic' });
  await owner.client.rest('post', `/projects/${archived.id}/archive`);
  const webhookId = await newWebhook(owner);
  return {
    owner,
    member,
    outsider,
    projectId: project.id,
    sharedId: shared.id,
    taskId: task.id,
    otherTaskId: other.id,
    trashedTaskId: trashedTask.id,
    trashedId: trashed.id,
    archivedId: archived.id,
    noteId: note.body.data.id,
    commentId: comment.body.data.id,
    itemId: item.body.data.id,
    attachmentId: await newAttachment(owner, task.id),
    repeatingId: repeating.id,
    columnId: column.body.data.id,
    doneColumnId: homeColumnId(project.id, 'DONE'),
    runId: run.body.data.id,
    exportId: await readyExport(server, owner.id),
    resetToken: reset?.token ?? '',
    revertToken: revert?.token ?? '',
    verifyToken: verification?.token ?? '',
    accountInvitationId: randomUUID(),
    sessionId,
    invitationId: invitation.body.data.id,
    invitationToken: link?.token ?? '',
    shareLinkId: open.shareLink.id,
    shareToken: open.url.split('/').at(-1),
    closedToken: closed.url.split('/').at(-1),
    sharedColumn: '',
    tokenId,
    pushId: await newPush(owner),
    viewId: await newView(owner),
    calendarFeedId: await newCalendarFeed(owner),
    importId: await endedImport(server, owner.id, project.id),
    webhookId,
    deliveryId: await newDelivery(owner, webhookId),
    secret: '',
    recoveryCodes: [],
    challenge: '',
    identityId: newId(),
  };
}

const TIMES = new Set([
  'lastSeenAt',
  'completedAt',
  'createdAt',
  'updatedAt',
  'joinedAt',
  'at',
  'deletedAt',
  'until',
  'archivedAt',
  'purgedAt',
  'finishedAt',
  'expiresAt',
  'deletionAt',
  'suspendedAt',
  'emailVerifiedAt',
  'attemptedAt',
]);
const PRIVATE = new Set([
  'uploadUrl',
  'accessToken',
  'token',
  'rank',
  'username',
  'email',
  'secret',
  'uri',
  'qr',
  'url',
  'state',
  'verifier',
  'sentTo',
  'userEmail',
  'databaseBytes',
  'filesBytes',
  'jobsWaiting',
  'url',
  'ending',
  'durationMs',
  'request',
]);
/** The key of a shared link, and an id within one. */
const SHARED_KEY = /^[a-z\d]+\.[\w-]{43}$/;
const SHARED_ID = /^[\w-]{16}$/;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** An answer with names in place of what differs between two worlds. */
function named(world: World, value: unknown): unknown {
  const known = new Map<unknown, string>();
  for (const [name, it] of Object.entries(world) as [string, string | Person][]) {
    if (typeof it === 'string') known.set(it, name);
    else if (!Array.isArray(it))
      known.set(it.id, `${name}.id`).set(it.email, `${name}.email`).set(it.username, `${name}.username`);
  }
  const text = JSON.stringify(value, (key, it: unknown) => {
    const name = known.get(it);
    if (name) return name;
    if (TIMES.has(key) || PRIVATE.has(key)) return it === null ? null : `a ${key}`;
    if (key === 'recoveryCodes') return (it as string[]).length;
    if (typeof it !== 'string') return it;
    if (key === 'key' && SHARED_KEY.test(it)) return 'a key';
    if (key === 'id' && SHARED_ID.test(it)) return 'an id of a link';
    // a line of history: project id, revision, number
    if (it.startsWith(`${world.projectId}:`)) return it.replace(world.projectId, 'projectId');
    return ID.test(it) ? 'a new id' : it;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const pathOf = (path: string, { params = {}, query }: Request): string =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') +
  (query ? `?${new URLSearchParams(query).toString()}` : '');

/** What a write can change, as its owner sees it. All writes to a project are in its activity. */
const pathsOf = (world: World): string[] => [
  '/auth/me',
  `/projects/${world.projectId}/activity`,
  '/tasks?orderBy=RANK_ASC',
  '/notifications',
  `/tasks/${world.taskId}/comments`,
  `/tasks/${world.taskId}/checklist`,
  `/tasks/${world.taskId}/relations`,
  `/tasks/${world.taskId}/attachments`,
];

/** What only the writes below these words can change, or what shows less than the activity. */
const FURTHER: Readonly<Record<string, (world: World) => string[]>> = {
  projects: ({ projectId }) => ['/projects', '/projects?archived=true', `/projects/${projectId}/members`],
  columns: ({ projectId }) => [`/projects/${projectId}/columns`],
  members: ({ projectId }) => [`/projects/${projectId}/members`],
  invitations: ({ projectId }) => [`/projects/${projectId}/invitations`],
  'share-links': ({ projectId }) => [`/projects/${projectId}/share-links`],
  export: () => ['/auth/export'],
  tokens: () => ['/auth/tokens'],
  webhooks: ({ webhookId }) => ['/webhooks', `/webhooks/${webhookId}/deliveries`],
  trash: () => ['/trash'],
  restore: () => ['/trash'],
};

/** The state of a world for its owner after a write: what this one can change; all of it with `test:full`. */
async function stateOf(world: World, path = ''): Promise<unknown> {
  const { client } = world.owner;
  const words = path.split('/');
  const further = Object.entries(FURTHER).flatMap(([word, paths]) =>
    FULL_RUN || path === '' || words.includes(word) ? paths(world) : [],
  );
  const [{ data }, ...answers] = await Promise.all([
    client.graphql(`{ me { preferences { ${PREFERENCES} } } }`),
    world.member.client.rest('get', '/notifications'),
    ...[...pathsOf(world), ...further].map((each) => client.rest('get', each)),
  ]);
  return named(world, [...answers.map(({ status, body }) => ({ status, body })), data]);
}

let server: TestServer;
/** Refused calls, which leave it unchanged. */
let untouched: World;
/** The worlds of the writes that leave their objects there; equal as long as no such case has failed. */
let shared: readonly [World, World] | undefined;
const newPair = (): Promise<[World, World]> => Promise.all([newWorld(server), newWorld(server)]);

/** Cases that come last, in this order, because other cases need what they delete, close or restore. */
const LAST = [
  'post /invitations/accept',
  'delete /auth/avatar',
  'delete /notifications',
  'delete /views/:id',
  'delete /webhooks/:id',
  'delete /projects/:id/share-links/:shareLinkId',
  'delete /attachments/:id',
  'delete /tasks/:id/relations/:otherId',
  'delete /tasks/:id/repeat',
  'delete /columns/:id',
  'post /tasks/:id/restore',
  'post /projects/:id/restore',
  'post /projects/:id/unarchive',
  'delete /tasks/:id',
  'delete /projects/:id/members/:userId',
  'post /projects/:id/archive',
  'delete /projects/:id',
  'delete /auth/sessions',
  'post /auth/logout',
];

/** Cases whose preparation takes away nothing that others need. */
const PREPARED = [
  'post /auth/oidc/complete',
  'get /auth/identities',
  'delete /auth/identities/:id',
  'delete /auth/avatar',
  'get /projects/:id/tags',
  'post /shared/tasks',
  'delete /admin/invitations/:id',
];

/**
 * Cases that need worlds of their own: an object is gone, closed or somewhere else afterwards, or another case writes the
 * same values.
 */
const ALONE = new RegExp(
  [
    // of these no later case has need
    '^delete (?!.*/(?:sessions|tokens|bulk-runs|calendar-feeds|comments|notifications)/:id$|.*/(?:mute|watch)$' +
      '|.*/:invitationId$)',
    '^\\w+ /admin/accounts/(?!:id/(?:admin|reset-link)$)',
    // much in the account ends sessions and tokens
    '^(?:patch|post|put) /auth/(?!(?:email/resend-verification|export|forgot-password|identities|login|oidc/begin' +
      '|preferences|profile|register|restore-account|tokens|two-factor)$)',
    '^patch /(?:projects|tasks)/:id$',
    '^patch /tasks/bulk$',
  ].join('|'),
);
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  server = await startServer({ env: provider.env, outboundResolve: () => Promise.resolve(['10.0.0.1']) });
  untouched = await newWorld(server);
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});

describe('two worlds', () => {
  it('are made alike', async () => {
    expect(await stateOf(await newWorld(server))).toEqual(await stateOf(untouched));
  });
});

describe('the REST interface', () => {
  it('has a case here for every row, and every row is in the table once', () => {
    expect(GRAPHQL_ROUTES.length).toBeGreaterThan(0);
    expect(GRAPHQL_ROUTES.map(keyOf).sort()).toEqual(Object.keys(CASES).sort());
  });

  it('does more than GraphQL only where it takes a file', () => {
    expect(routes.filter(({ graphqlField }) => graphqlField === null).map(keyOf)).toEqual(WITH_A_FILE);
    expect(routes.filter(({ upload }) => upload).map(keyOf)).toEqual(WITH_A_FILE);
  });

  it('does all that GraphQL does', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    const fieldNames = new Set(GRAPHQL_ROUTES.map(({ graphqlField }) => graphqlField ?? ''));
    // REST has several routes for one polymorphic GraphQL field
    expect(fields.filter((name) => !fieldNames.has(name))).toEqual(['node']);
    expect([...fieldNames].filter((name) => !fields.includes(name))).toEqual([]);
  });

  it('has a rule to break for every row with a body', () => {
    const bodies = GRAPHQL_ROUTES.filter(
      (route) => (route.body || /post|put|patch/.test(route.method)) && !WITHOUT_BODY.includes(keyOf(route)),
    );
    expect(bodies.map(keyOf).filter((key) => !CASES[key]?.invalid)).toEqual([]);
  });
});

const inOrder = GRAPHQL_ROUTES.toSorted((one, other) => LAST.indexOf(keyOf(one)) - LAST.indexOf(keyOf(other)));
describe.each(inOrder.map((route) => [keyOf(route), route] as const))('%s', (key, route) => {
  const found = CASES[key];
  if (!found) return;
  const { request, document, variables = input, result, invalid } = found;
  const isRead = route.method === 'get' && !found.before;

  const rest = (client: Client, asked: Request): Promise<RestResult> =>
    client.rest(route.method, pathOf(route.path, asked), asked.body);
  const graphql = (client: Client, asked: Request) => client.graphql(document, variables(asked));

  const invalidRequest = (world: World, asked: Request): Request => {
    if (typeof invalid === 'function') return invalid(world);
    if (asked.query) return { ...asked, query: { ...asked.query, ...(invalid as Record<string, string>) } };
    return { ...asked, body: { ...asked.body, ...invalid } };
  };

  it(`names ${route.graphqlField}, and both answer and do the same`, async () => {
    expect(document).toMatch(new RegExp(`\\b${route.graphqlField}\\b`));
    const isAlone = !PREPARED.includes(key) && (found.before !== undefined || (ALONE.test(key) && !LAST.includes(key)));
    const [one, two] = isRead ? [untouched, untouched] : ((isAlone ? undefined : shared) ?? (await newPair()));
    if (!isAlone && !isRead) shared = undefined;
    for (const world of [one, two]) await found.before?.(world);

    const fromRest = await rest(one.owner.client, request(one));
    const fromGraphQL = await graphql(two.owner.client, request(two));

    expect(fromRest.status).toBe(route.status);
    expect(fromGraphQL).toMatchObject({ status: 200 });
    expect(fromGraphQL.errors).toBeUndefined();
    if (result) expect(named(one, fromRest.body.data)).toEqual(named(two, result(fromGraphQL.data)));
    else expect(fromRest.body).toBeNull();
    if (isRead) return;
    const [afterOne, afterTwo] = await Promise.all([stateOf(one, route.path), stateOf(two, route.path)]);
    expect(afterOne).toEqual(afterTwo);
    if (!isAlone) shared = [one, two];
  });

  // public calls are never refused, but a sign-in checks its input
  it.each(onlyIf(!route.public || key.startsWith('post /auth/login'), '401'))(
    'answers %s where GraphQL answers UNAUTHENTICATED',
    async () => {
      const asked = request(untouched);
      const refused = REFUSED[key] ? { body: { ...asked.body, ...REFUSED[key] } } : asked;
      const fromRest = await rest(new Client(server), refused);
      const fromGraphQL = await graphql(new Client(server), refused);
      expect(fromRest).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expect(fromGraphQL.errors?.map(({ message, extensions }) => ({ message, code: extensions.code }))).toEqual([
        fromRest.body,
      ]);
    },
  );

  it.each(onlyIf(route.path.includes(':'), '404'))('answers %s where GraphQL answers NOT_FOUND', async () => {
    const world = untouched;
    const asked = request(world);
    // A tag is named by its text, which need not exist.
    for (const name of Object.keys(asked.params ?? {}).filter((param) => param !== 'name')) {
      const absent = { ...asked, params: { ...asked.params, [name]: randomUUID() } };
      const fromRest = await rest(world.owner.client, absent);
      const fromGraphQL = await graphql(world.owner.client, absent);
      expect(fromRest).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(fromGraphQL.errors?.map(({ message, extensions }) => ({ message, code: extensions.code }))).toEqual([
        fromRest.body,
      ]);
    }
  });

  it.each(onlyIf(invalid !== undefined, '422'))(
    'answers %s where GraphQL answers VALIDATION_FAILED, with the same messages and reasons at the fields',
    async () => {
      const world = untouched;
      const broken = invalidRequest(world, request(world));
      const fromRest = await rest(world.owner.client, broken);
      const fromGraphQL = await graphql(world.owner.client, broken);
      expect(fromRest).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
      // in a list of objects, it is a field of each
      expect(
        Object.keys(fromRest.body.errors)
          .map((place) => place.replace(/\..*/, ''))
          .sort(),
      ).toEqual(Object.keys(typeof invalid === 'function' ? (broken.body ?? {}) : (invalid ?? {})).sort());
      const { errors, reasons } = fromRest.body;
      expect(fromGraphQL.errors?.[0]?.extensions).toEqual({ code: 'VALIDATION_FAILED', fields: errors, reasons });
      const reasonsAt = Map.groupBy(reasons as { field: string }[], ({ field }) => field);
      expect([...reasonsAt].map(([field, of]) => [field, of.length])).toEqual(
        Object.entries<string[]>(errors).map(([field, messages]) => [field, messages.length]),
      );
      expect(fromGraphQL.errors?.[0]?.message).toBe(fromRest.body.message);
    },
  );
});
