import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLField, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROLES, type ProjectRole } from '../../contract/enums.js';
import type { ErrorCode } from '../../contract/errors.js';
import { hasRole, type NeededRole } from '../../contract/roles.js';
import { programUseOf } from '../../src/api/graphql/programs.js';
import { createSchema } from '../../src/api/graphql/schema.js';
import type { ProgramUse } from '../../src/request/program.js';
import type { Route } from '../../src/api/rest/route.js';
import { routes } from '../../src/api/rest/routes.js';
import { inDays, newProgram, type TestProgram } from '../support/apiToken.js';
import {
  addMember,
  Client,
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
} from '../support/client.js';
import { readyExport } from '../support/exports.js';
import { endedImport, waitingImport } from '../support/imports.js';
import { homeColumnId } from '../../src/columns/homeColumns.js';
import { startServer, type TestServer } from '../support/harness.js';
import { newPush } from '../support/pushService.js';
import { anotherSession } from '../support/twoFactor.js';
import { everything, rows } from '../support/rows.js';
import {
  ANALYTICS,
  API_TOKEN,
  BULK_RUN,
  CHANGE_SET,
  CHECKLIST_ITEM,
  COLUMN,
  COMMENT,
  EXPORT,
  IMPORT,
  HISTORY,
  INVITATION,
  MEMBER,
  mutation,
  NOTIFICATION,
  PROJECT,
  RELATION,
  ATTACHMENT,
  REVISIONS,
  SHARE_LINK,
  TASK,
  VIEW,
  WEBHOOK,
} from '../support/selections.js';
import { onlyIf } from '../support/onlyIf.js';

/** The ids that an operation names. */
interface Target {
  projectId: string;
  taskId: string;
  /** A task of the project and a project of the owner and the member, both deleted. */
  trashedTaskId: string;
  trashedProjectId: string;
  userId: string;
  /** The owner's. All others, members included, are strangers to it. */
  noteId: string;
  /** Written by the owner. */
  commentId: string;
  itemId: string;
  attachmentId: string;
  repeatingId: string;
  /** A task related to the first. */
  otherTaskId: string;
  columnId: string;
  /** Another project of the owner and the member. */
  otherProjectId: string;
  runId: string;
  invitationId: string;
  shareLinkId: string;
  /** The owner's. */
  sessionId: string;
  /** Linked by the owner. */
  identityId: string;
  exportId: string;
  /** A token for programs of the owner, where a test makes one: a person has 50 at most. */
  tokenId: string;
  /** A push subscription of the owner. */
  pushId: string;
  /** A view that the owner has saved. */
  viewId: string;
  calendarFeedId: string;
  importId: string;
  waitingImportId: string;
  webhookId: string;
  deliveryId: string;
}

/** The result for a plain member; 'foreign': personal objects are invisible to fellow members. */
type Member = 'allowed' | 'forbidden' | 'foreign';

interface Operation {
  /** The result for a person who is not a member. */
  stranger: 'refused' | 'empty';
  member: Member;
  /** The refusal of an absent object; NOT_FOUND by default. */
  refusal?: ErrorCode;
  /** The refusal of a deleted object, if it differs from that of an absent one. */
  ofDeleted?: ErrorCode;
  /** The least role for a write that members may make; MEMBER by default. */
  needs?: NeededRole;
  call: (client: Client, target: Target) => Promise<{ status: number; text: string; code: string | undefined }>;
}

const rest =
  (method: string, path: (target: Target) => string, body?: (target: Target) => unknown): Operation['call'] =>
  async (client, target) => {
    const { status, text, body: answer } = await client.rest(method, path(target), body?.(target));
    return { status, text, code: answer?.code };
  };

const graphql =
  (document: string, variables: (target: Target) => Record<string, unknown>): Operation['call'] =>
  async (client, target) => {
    const { status, text, errors } = await client.graphql(document, variables(target));
    return { status, text, code: errors?.[0]?.extensions.code };
  };

const REPEAT = { rule: 'FREQ=DAILY', timeZone: 'Europe/Berlin' };

/** A call that starts a job of an import. No worker runs it here, and the next import would wait for it. */
const settled =
  (call: Operation['call']): Operation['call'] =>
  async (client, target) => {
    const answer = await call(client, target);
    const state = "case state when 'RUNNING' then 'WAITING' when 'UNDOING' then 'DONE' else state end";
    await rows(server, `update import set state = ${state}, file_id = null`);
    return answer;
  };

const write = (field: string, selection: string, input: (target: Target) => object): Operation['call'] =>
  graphql(mutation(field, selection), (target) => ({ input: input(target) }));

const refused = (member: Member, call: Operation['call']): Operation => ({ stranger: 'refused', member, call });
const withNeed = (needs: NeededRole, operation: Operation): Operation => ({ ...operation, needs });
const empty = (call: Operation['call']): Operation => ({ stranger: 'empty', member: 'allowed', call });

const project = ({ projectId }: Target): string => `/projects/${projectId}`;
const task = ({ taskId }: Target): string => `/tasks/${taskId}`;

const trashedTask = ({ trashedTaskId }: Target): string => `/tasks/${trashedTaskId}/restore`;

const bulkRun = ({ runId }: Target): string => `/bulk-runs/${runId}`;
const download = ({ exportId }: Target): string => `/auth/export/${exportId}`;
const invitation = ({ projectId, invitationId }: Target): string =>
  `/projects/${projectId}/invitations/${invitationId}`;
const shareLinks = ({ projectId }: Target): string => `/projects/${projectId}/share-links`;
const tokenFor = ({ projectId }: Target): object => ({
  name: 'Mine',
  scope: 'READ',
  projectIds: [projectId],
  expiresAt: inDays(1),
  currentPassword: PASSWORD,
});
const webhookFor = ({ projectId }: Target): object => ({
  name: 'Mine',
  url: 'https://tern.example/hook',
  events: ['*'],
  projectId,
});
const item = ({ taskId, itemId }: Target): string => `/tasks/${taskId}/checklist/${itemId}`;
const importAt = ({ importId }: Target): string => `/imports/${importId}`;
const attachment = ({ attachmentId }: Target): string => `/attachments/${attachmentId}`;
const toDoColumn = ({ projectId }: Target): string => homeColumnId(projectId, 'TODO');
const column = ({ columnId }: Target): string => `/columns/${columnId}`;
const comment = ({ commentId }: Target): string => `/comments/${commentId}`;

const OPERATIONS: Record<string, Operation> = {
  'get /projects/:id': refused('allowed', rest('get', project)),
  'put /projects/:id': refused(
    'allowed',
    rest('put', project, () => ({ name: 'Taken' })),
  ),
  'patch /projects/:id': refused(
    'allowed',
    rest('patch', project, () => ({ name: 'Taken' })),
  ),
  'post /projects/:id/mute': withNeed(
    'ANY',
    refused(
      'allowed',
      rest('post', (at) => `${project(at)}/mute`),
    ),
  ),
  'delete /projects/:id/mute': withNeed(
    'ANY',
    refused(
      'allowed',
      rest('delete', (at) => `${project(at)}/mute`),
    ),
  ),
  'delete /projects/:id': refused('forbidden', rest('delete', project)),
  'post /projects/:id/archive': refused(
    'forbidden',
    rest('post', (at) => `${project(at)}/archive`),
  ),
  'post /projects/:id/unarchive': refused(
    'forbidden',
    rest('post', (at) => `${project(at)}/unarchive`),
  ),
  'post /projects/:id/restore': refused(
    'foreign',
    rest('post', ({ trashedProjectId }) => `/projects/${trashedProjectId}/restore`),
  ),
  // its project is deleted, which has to be restored first
  'post /tasks/:id/restore': { ...refused('allowed', rest('post', trashedTask)), ofDeleted: 'CONFLICT' },
  'delete /trash/:id': refused(
    'forbidden',
    rest('delete', ({ trashedTaskId }) => `/trash/${trashedTaskId}`),
  ),
  'get /projects/:id/columns': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/columns`),
  ),
  'get /projects/:id/tags': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/tags`),
  ),
  'put /projects/:id/tags/:name': refused(
    'allowed',
    rest(
      'put',
      (at) => `${project(at)}/tags/paper`,
      () => ({ color: '#2f8068' }),
    ),
  ),
  'post /projects/:id/columns': refused(
    'forbidden',
    rest(
      'post',
      (at) => `${project(at)}/columns`,
      () => ({ name: randomUUID(), status: 'TODO' }),
    ),
  ),
  'put /columns/:id': refused(
    'forbidden',
    rest('put', column, () => ({ name: randomUUID() })),
  ),
  'patch /columns/:id/place': refused(
    'forbidden',
    rest(
      'patch',
      (at) => `${column(at)}/place`,
      () => ({}),
    ),
  ),
  'delete /columns/:id': refused(
    'forbidden',
    rest('delete', (at) => `${column(at)}?moveTasksTo=${toDoColumn(at)}`),
  ),
  'get /projects/:id/members': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/members`),
  ),
  'post /projects/:id/members': refused(
    'forbidden',
    rest(
      'post',
      (at) => `${project(at)}/members`,
      ({ userId }) => ({ userId }),
    ),
  ),
  'patch /projects/:id/members/:userId': refused(
    'forbidden',
    rest(
      'patch',
      (at) => `${project(at)}/members/${at.userId}`,
      () => ({ role: 'OWNER' }),
    ),
  ),
  'delete /projects/:id/members/:userId': refused(
    'forbidden',
    rest('delete', (at) => `${project(at)}/members/${at.userId}`),
  ),
  'get /projects/:id/invitations': refused(
    'forbidden',
    rest('get', (at) => `${project(at)}/invitations`),
  ),
  'get /projects/:id/suggested-members': refused(
    'forbidden',
    rest('get', (at) => `${project(at)}/suggested-members`),
  ),
  'post /projects/:id/invitations': refused(
    'forbidden',
    rest(
      'post',
      (at) => `${project(at)}/invitations`,
      () => ({ email: 'new@yard.example' }),
    ),
  ),
  'post /projects/:id/invitations/:invitationId/resend': refused(
    'forbidden',
    rest('post', (at) => `${invitation(at)}/resend`),
  ),
  'delete /projects/:id/invitations/:invitationId': refused('forbidden', rest('delete', invitation)),
  'get /projects/:id/share-links': refused('forbidden', rest('get', shareLinks)),
  'post /projects/:id/share-links': refused(
    'forbidden',
    rest('post', shareLinks, () => ({})),
  ),
  'delete /projects/:id/share-links/:shareLinkId': refused(
    'forbidden',
    rest('delete', (at) => `${shareLinks(at)}/${at.shareLinkId}`),
  ),
  'get /tasks?projectId': empty(rest('get', ({ projectId }) => `/tasks?projectId=${projectId}`)),
  'get /tasks/groups?projectId': empty(
    rest('get', ({ projectId }) => `/tasks/groups?groupBy=STATUS&projectId=${projectId}`),
  ),
  'get /analytics?projectId': refused(
    'allowed',
    rest('get', ({ projectId }) => `/analytics?from=2026-01-01&to=2026-01-31&projectId=${projectId}`),
  ),
  'get /activity?projectId': refused(
    'allowed',
    rest('get', ({ projectId }) => `/activity?projectId=${projectId}`),
  ),
  'post /tasks': refused(
    'allowed',
    rest(
      'post',
      () => '/tasks',
      ({ projectId }) => ({ projectId, title: 'Mine', priority: 'LOW' }),
    ),
  ),
  'post /tasks/bulk': refused(
    'allowed',
    rest(
      'post',
      () => '/tasks/bulk',
      ({ projectId }) => ({ projectId, tasks: [{ title: 'Mine', priority: 'LOW' }] }),
    ),
  ),
  'patch /tasks/bulk': refused(
    'allowed',
    rest(
      'patch',
      () => '/tasks/bulk',
      ({ taskId }) => ({ ids: [taskId], priority: 'LOW' }),
    ),
  ),
  'post /bulk-runs': withNeed(
    'ANY',
    empty(
      rest(
        'post',
        () => '/bulk-runs',
        ({ projectId }) => ({ filter: { projectId }, priority: 'LOW' }),
      ),
    ),
  ),
  'get /auth/export/:id': refused('foreign', rest('get', download)),
  'get /auth/export/:id/file': refused(
    'foreign',
    rest('get', (at) => `${download(at)}/file`),
  ),
  'get /auth/export/:id/files': refused(
    'foreign',
    rest('get', (at) => `${download(at)}/files`),
  ),
  'get /bulk-runs/:id': refused('foreign', rest('get', bulkRun)),
  'delete /bulk-runs/:id': refused('foreign', rest('delete', bulkRun)),
  'delete /auth/identities/:id': refused(
    'foreign',
    rest('delete', ({ identityId }) => `/auth/identities/${identityId}`),
  ),
  'delete /auth/sessions/:id': refused(
    'foreign',
    rest('delete', ({ sessionId }) => `/auth/sessions/${sessionId}`),
  ),
  'get /nodes?ids': empty(
    rest('get', ({ projectId, taskId, commentId }) => `/nodes?ids=${projectId},${taskId},${commentId}`),
  ),
  'delete /push/:id': refused(
    'foreign',
    rest('delete', ({ pushId }) => `/push/${pushId}`),
  ),
  'patch /views/:id': refused(
    'foreign',
    rest(
      'patch',
      ({ viewId }) => `/views/${viewId}`,
      () => ({ name: 'Taken' }),
    ),
  ),
  'delete /calendar-feeds/:id': refused(
    'foreign',
    rest('delete', ({ calendarFeedId }) => `/calendar-feeds/${calendarFeedId}`),
  ),
  'post /imports': {
    ...refused(
      'allowed',
      rest(
        'post',
        () => '/imports',
        ({ projectId }) => ({ source: 'TRELLO', projectId }),
      ),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  'get /imports/:id': refused('foreign', rest('get', importAt)),
  'get /imports/:id/report': refused(
    'foreign',
    rest('get', (at) => `${importAt(at)}/report`),
  ),
  'put /imports/:id/file': refused(
    'foreign',
    settled(
      rest(
        'put',
        ({ waitingImportId }) => `/imports/${waitingImportId}/file`,
        () => Buffer.from('{}'),
      ),
    ),
  ),
  'post /imports/:id/stop': refused(
    'foreign',
    rest('post', (at) => `${importAt(at)}/stop`),
  ),
  'post /imports/:id/undo': refused('foreign', settled(rest('post', (at) => `${importAt(at)}/undo`))),
  'get /webhooks?projectId': empty(rest('get', ({ projectId }) => `/webhooks?projectId=${projectId}`)),
  'post /webhooks': {
    ...refused(
      'forbidden',
      rest('post', () => '/webhooks', webhookFor),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  'get /webhooks/:id': refused(
    'foreign',
    rest('get', ({ webhookId }) => `/webhooks/${webhookId}`),
  ),
  'patch /webhooks/:id': refused(
    'foreign',
    rest(
      'patch',
      ({ webhookId }) => `/webhooks/${webhookId}`,
      () => ({ name: 'Taken' }),
    ),
  ),
  'delete /webhooks/:id': refused(
    'foreign',
    rest('delete', ({ webhookId }) => `/webhooks/${webhookId}`),
  ),
  'post /webhooks/:id/secret': refused(
    'foreign',
    rest('post', ({ webhookId }) => `/webhooks/${webhookId}/secret`),
  ),
  'post /webhooks/:id/test': refused(
    'foreign',
    rest('post', ({ webhookId }) => `/webhooks/${webhookId}/test`),
  ),
  'get /webhooks/:id/deliveries': refused(
    'foreign',
    rest('get', ({ webhookId }) => `/webhooks/${webhookId}/deliveries`),
  ),
  'post /webhooks/:id/deliveries/:deliveryId/redeliver': refused(
    'foreign',
    rest('post', ({ webhookId, deliveryId }) => `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`),
  ),
  'post /webhooks/:id/redeliver-since': refused(
    'foreign',
    rest(
      'post',
      ({ webhookId }) => `/webhooks/${webhookId}/redeliver-since`,
      ({ projectId }) => ({ projectId, revision: 0 }),
    ),
  ),
  'delete /views/:id': refused(
    'foreign',
    rest('delete', ({ viewId }) => `/views/${viewId}`),
  ),
  'post /views': {
    needs: 'ANY',
    ...refused(
      'allowed',
      rest(
        'post',
        () => '/views',
        ({ projectId }) => ({ name: 'Mine', projectId }),
      ),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  'delete /auth/tokens/:id': refused(
    'foreign',
    rest('delete', ({ tokenId }) => `/auth/tokens/${tokenId}`),
  ),
  'post /auth/tokens': {
    needs: 'ANY',
    ...refused(
      'allowed',
      rest('post', () => '/auth/tokens', tokenFor),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  'get /tasks/:id': refused('allowed', rest('get', task)),
  'put /tasks/:id': refused(
    'allowed',
    rest('put', task, () => ({ title: 'Mine' })),
  ),
  'patch /tasks/:id': refused(
    'allowed',
    rest('patch', task, () => ({ title: 'Mine' })),
  ),
  'delete /tasks/:id': refused('allowed', rest('delete', task)),
  'patch /tasks/:id/assign': refused(
    'allowed',
    rest(
      'patch',
      (at) => `${task(at)}/assign`,
      () => ({ assigneeId: null }),
    ),
  ),
  'patch /tasks/:id/status': refused(
    'allowed',
    rest(
      'patch',
      (at) => `${task(at)}/status`,
      () => ({ status: 'DONE' }),
    ),
  ),
  'patch /tasks/:id/move': refused(
    'allowed',
    rest(
      'patch',
      (at) => `${task(at)}/move`,
      () => ({ status: 'DONE' }),
    ),
  ),
  'patch /tasks/:id/project': refused(
    'allowed',
    rest(
      'patch',
      (at) => `${task(at)}/project`,
      ({ otherProjectId }) => ({ projectId: otherProjectId }),
    ),
  ),
  'get /tasks/:id/subtasks': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/subtasks`),
  ),
  'put /tasks/:id/parent': refused(
    'allowed',
    rest(
      'put',
      (at) => `${task(at)}/parent`,
      () => ({ parentId: null }),
    ),
  ),
  'get /tasks/:id/watchers': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/watchers`),
  ),
  'post /tasks/:id/watch': withNeed(
    'ANY',
    refused(
      'allowed',
      rest('post', (at) => `${task(at)}/watch`),
    ),
  ),
  'delete /tasks/:id/watch': withNeed(
    'ANY',
    refused(
      'allowed',
      rest('delete', (at) => `${task(at)}/watch`),
    ),
  ),
  'put /tasks/:id/repeat': refused(
    'allowed',
    rest(
      'put',
      (at) => `${task(at)}/repeat`,
      () => REPEAT,
    ),
  ),
  'delete /tasks/:id/repeat': refused(
    'allowed',
    rest('delete', (at) => `${task(at)}/repeat`),
  ),
  'post /tasks/:id/repeat/skip': refused(
    'allowed',
    rest('post', ({ repeatingId }) => `/tasks/${repeatingId}/repeat/skip`),
  ),
  'post /tasks/:id/duplicate': refused(
    'allowed',
    rest(
      'post',
      (at) => `${task(at)}/duplicate`,
      () => ({}),
    ),
  ),
  'post /projects/:id/duplicate': {
    needs: 'ANY',
    ...refused(
      'allowed',
      rest(
        'post',
        ({ projectId }) => `/projects/${projectId}/duplicate`,
        () => ({}),
      ),
    ),
  },
  'get /tasks/:id/attachments': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/attachments`),
  ),
  'post /tasks/:id/attachments': refused(
    'allowed',
    rest(
      'post',
      (at) => `${task(at)}/attachments?name=plan.txt`,
      () => Buffer.from('The plan of the hall'),
    ),
  ),
  'put /tasks/:id/cover': refused(
    'allowed',
    rest(
      'put',
      (at) => `${task(at)}/cover`,
      ({ attachmentId }) => ({ attachmentId }),
    ),
  ),
  'patch /attachments/:id': refused(
    'allowed',
    rest('patch', attachment, () => ({ name: 'Mine' })),
  ),
  'delete /attachments/:id': refused('allowed', rest('delete', attachment)),
  'post /attachments/:id/ticket': withNeed(
    'ANY',
    refused(
      'allowed',
      rest('post', (at) => `${attachment(at)}/ticket`),
    ),
  ),
  'post /uploads': refused(
    'allowed',
    rest(
      'post',
      () => '/uploads',
      ({ taskId }) => ({ taskId, name: 'plan.pdf', size: 1000 }),
    ),
  ),
  'get /tasks/:id/relations': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/relations`),
  ),
  'post /tasks/:id/relations': refused(
    'allowed',
    rest(
      'post',
      (at) => `${task(at)}/relations`,
      ({ otherTaskId }) => ({ otherId: otherTaskId, kind: 'BLOCKS' }),
    ),
  ),
  'delete /tasks/:id/relations/:otherId': refused(
    'allowed',
    rest('delete', (at) => `${task(at)}/relations/${at.otherTaskId}`),
  ),
  'post /tasks/:id/checklist/:itemId/task': refused(
    'allowed',
    rest(
      'post',
      (at) => `${item(at)}/task`,
      () => ({}),
    ),
  ),
  'get /tasks/:id/checklist': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/checklist`),
  ),
  'post /tasks/:id/checklist': refused(
    'allowed',
    rest(
      'post',
      (at) => `${task(at)}/checklist`,
      () => ({ text: 'Mine' }),
    ),
  ),
  'post /tasks/:id/checklist/bulk': refused(
    'allowed',
    rest(
      'post',
      (at) => `${task(at)}/checklist/bulk`,
      () => ({ items: [{ text: 'Mine' }] }),
    ),
  ),
  'patch /tasks/:id/checklist/:itemId': refused(
    'allowed',
    rest('patch', item, () => ({ done: true })),
  ),
  'post /tasks/:id/checklist/:itemId/move': refused(
    'allowed',
    rest(
      'post',
      (at) => `${item(at)}/move`,
      () => ({}),
    ),
  ),
  'delete /tasks/:id/checklist/:itemId': refused('allowed', rest('delete', item)),
  'get /tasks/:id/comments': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/comments`),
  ),
  'post /tasks/:id/comments': withNeed(
    'COMMENTER',
    refused(
      'allowed',
      rest(
        'post',
        (at) => `${task(at)}/comments`,
        () => ({ text: 'Mine' }),
      ),
    ),
  ),
  'put /comments/:id': refused(
    'forbidden',
    rest('put', comment, () => ({ text: 'Mine' })),
  ),
  'delete /comments/:id': refused('forbidden', rest('delete', comment)),
  'post /undo': refused(
    'allowed',
    rest(
      'post',
      () => '/undo',
      ({ projectId }) => ({ acts: [{ projectId, revision: TRASHED_AT }] }),
    ),
  ),
  'get /tasks/:id/history': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/history`),
  ),
  'get /tasks/:id/description-versions': refused(
    'allowed',
    rest('get', (at) => `${task(at)}/description-versions`),
  ),
  'get /projects/:id/activity': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/activity`),
  ),
  'get /projects/:id/comments': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/comments`),
  ),
  'get /projects/:id/changes': refused(
    'allowed',
    rest('get', (at) => `${project(at)}/changes`),
  ),
  'get /notifications?groupOf': empty(rest('get', ({ noteId }) => `/notifications?groupOf=${noteId}`)),
  'patch /notifications/:id/read': refused(
    'foreign',
    rest('patch', ({ noteId }) => `/notifications/${noteId}/read`),
  ),
  'patch /notifications/:id/snooze': refused(
    'foreign',
    rest(
      'patch',
      ({ noteId }) => `/notifications/${noteId}/snooze`,
      () => ({ until: '2027-01-04T08:00:00.000Z' }),
    ),
  ),
  'delete /notifications/:id': refused(
    'foreign',
    rest('delete', ({ noteId }) => `/notifications/${noteId}`),
  ),

  project: refused(
    'allowed',
    graphql(
      `query($id: ID!) { project(id: $id) {
        ${PROJECT} members { nodes { ${MEMBER} } } activity { nodes { ${HISTORY} } }
        comments { nodes { ${COMMENT} } } changes(first: 3) { nodes { ${CHANGE_SET} } } } }`,
      ({ projectId }) => ({ id: projectId }),
    ),
  ),
  task: refused(
    'allowed',
    graphql(
      `query($id: ID!) { task(id: $id) {
        ${TASK} checklist { ${CHECKLIST_ITEM} } comments { nodes { ${COMMENT} } } history { nodes { ${HISTORY} } } } }`,
      ({ taskId }) => ({ id: taskId }),
    ),
  ),
  node: empty(
    graphql(`query($id: ID!) { node(id: $id) { id ... on Task { ${TASK} } } }`, ({ taskId }) => ({ id: taskId })),
  ),
  nodes: empty(
    graphql(
      `
        query ($ids: [ID!]!) {
          nodes(ids: $ids) {
            id
            __typename
          }
        }
      `,
      ({ projectId, taskId, commentId }) => ({
        ids: [projectId, taskId, commentId],
      }),
    ),
  ),
  tasks: empty(
    graphql(`query($id: ID!) { tasks(filter: { projectId: $id }) { totalCount nodes { ${TASK} } } }`, (at) => ({
      id: at.projectId,
    })),
  ),
  taskGroups: empty(
    graphql(
      'query($id: ID!) { taskGroups(filter: { projectId: $id }, groupBy: STATUS) { key count project { id } } }',
      (at) => ({ id: at.projectId }),
    ),
  ),
  analytics: refused(
    'allowed',
    graphql(
      `query($id: ID!) { analytics(from: "2026-01-01", to: "2026-01-31", projectId: $id) { ${ANALYTICS} } }`,
      ({ projectId }) => ({ id: projectId }),
    ),
  ),
  activity: refused(
    'allowed',
    graphql(`query($id: ID!) { activity(projectId: $id) { totalCount nodes { ${HISTORY} } } }`, ({ projectId }) => ({
      id: projectId,
    })),
  ),
  updateProject: refused(
    'allowed',
    write('updateProject', `project { ${PROJECT} }`, (at) => ({ id: at.projectId, name: 'Taken' })),
  ),
  deleteProject: refused(
    'forbidden',
    write('deleteProject', 'revision', (at) => ({ id: at.projectId })),
  ),
  archiveProject: refused(
    'forbidden',
    write('archiveProject', `project { ${PROJECT} }`, ({ projectId }) => ({ id: projectId })),
  ),
  unarchiveProject: refused(
    'forbidden',
    write('unarchiveProject', `project { ${PROJECT} }`, ({ projectId }) => ({ id: projectId })),
  ),
  restoreProject: refused(
    'foreign',
    write('restoreProject', `project { ${PROJECT} }`, ({ trashedProjectId }) => ({ id: trashedProjectId })),
  ),
  restoreTask: {
    ...refused(
      'allowed',
      write('restoreTask', `task { ${TASK} }`, ({ trashedTaskId }) => ({ id: trashedTaskId })),
    ),
    ofDeleted: 'CONFLICT',
  },
  purge: refused(
    'forbidden',
    write('purge', 'revision', ({ trashedTaskId }) => ({ id: trashedTaskId })),
  ),
  createColumn: refused(
    'forbidden',
    write('createColumn', `column { ${COLUMN} }`, ({ projectId }) => ({
      projectId,
      name: randomUUID(),
      status: 'TODO',
    })),
  ),
  setTagColor: refused(
    'allowed',
    write('setTagColor', 'tag { name color }', ({ projectId }) => ({ projectId, name: 'paper', color: '#2f8068' })),
  ),
  updateColumn: refused(
    'forbidden',
    write('updateColumn', `column { ${COLUMN} }`, ({ columnId: id }) => ({ id, name: randomUUID() })),
  ),
  moveColumn: refused(
    'forbidden',
    write('moveColumn', `column { ${COLUMN} }`, ({ columnId: id }) => ({ id })),
  ),
  deleteColumn: refused(
    'forbidden',
    write('deleteColumn', 'revision', (at) => ({ id: at.columnId, moveTasksTo: toDoColumn(at) })),
  ),
  addProjectMember: refused(
    'forbidden',
    write('addProjectMember', `member { ${MEMBER} }`, ({ projectId, userId }) => ({ projectId, userId })),
  ),
  updateProjectMember: refused(
    'forbidden',
    write('updateProjectMember', `member { ${MEMBER} }`, ({ projectId, userId }) => ({
      projectId,
      userId,
      role: 'OWNER',
    })),
  ),
  removeProjectMember: refused(
    'forbidden',
    write('removeProjectMember', 'revision', ({ projectId, userId }) => ({ projectId, userId })),
  ),
  inviteMember: refused(
    'forbidden',
    write('inviteMember', `invitation { ${INVITATION} }`, ({ projectId }) => ({
      projectId,
      email: 'new@yard.example',
    })),
  ),
  resendInvitation: refused(
    'forbidden',
    write('resendInvitation', `invitation { ${INVITATION} }`, ({ projectId, invitationId }) => ({
      projectId,
      invitationId,
    })),
  ),
  revokeInvitation: refused(
    'forbidden',
    write('revokeInvitation', 'revision', ({ projectId, invitationId }) => ({ projectId, invitationId })),
  ),
  shareLinks: refused(
    'forbidden',
    graphql(`query($projectId: ID!) { shareLinks(projectId: $projectId) { ${SHARE_LINK} } }`, ({ projectId }) => ({
      projectId,
    })),
  ),
  createShareLink: refused(
    'forbidden',
    write('createShareLink', `url shareLink { ${SHARE_LINK} }`, ({ projectId }) => ({ projectId })),
  ),
  revokeShareLink: refused(
    'forbidden',
    write('revokeShareLink', 'shareLinkId revision', ({ shareLinkId }) => ({ id: shareLinkId })),
  ),
  createTask: refused(
    'allowed',
    write('createTask', `task { ${TASK} }`, ({ projectId }) => ({ projectId, title: 'Mine', priority: 'LOW' })),
  ),
  createTasks: refused(
    'allowed',
    write('createTasks', `tasks { ${TASK} }`, ({ projectId }) => ({
      projectId,
      tasks: [{ title: 'Mine', priority: 'LOW' }],
    })),
  ),
  updateTask: refused(
    'allowed',
    write('updateTask', `task { ${TASK} }`, (at) => ({ id: at.taskId, title: 'Mine' })),
  ),
  assignTask: refused(
    'allowed',
    write('assignTask', `task { ${TASK} }`, (at) => ({ id: at.taskId, assigneeId: null })),
  ),
  updateTaskStatus: refused(
    'allowed',
    write('updateTaskStatus', `task { ${TASK} }`, (at) => ({ id: at.taskId, status: 'DONE' })),
  ),
  moveTask: refused(
    'allowed',
    write('moveTask', `task { ${TASK} }`, (at) => ({ id: at.taskId, status: 'DONE' })),
  ),
  moveTaskToProject: refused(
    'allowed',
    write('moveTaskToProject', `task { ${TASK} }`, (at) => ({ id: at.taskId, projectId: at.otherProjectId })),
  ),
  beginUpload: refused(
    'allowed',
    write('beginUpload', 'url', ({ taskId }) => ({ taskId, name: 'plan.pdf', size: 1000 })),
  ),
  setCover: refused(
    'allowed',
    write('setCover', `task { ${TASK} }`, ({ taskId, attachmentId }) => ({ id: taskId, attachmentId })),
  ),
  renameAttachment: refused(
    'allowed',
    write('renameAttachment', `attachment { ${ATTACHMENT} }`, ({ attachmentId }) => ({
      id: attachmentId,
      name: 'Mine',
    })),
  ),
  deleteAttachment: refused(
    'allowed',
    write('deleteAttachment', 'revision', ({ attachmentId }) => ({ id: attachmentId })),
  ),
  createFileTicket: withNeed(
    'ANY',
    refused(
      'allowed',
      write('createFileTicket', 'url', ({ attachmentId }) => ({ id: attachmentId })),
    ),
  ),
  setRepeat: refused(
    'allowed',
    write('setRepeat', `task { ${TASK} }`, ({ taskId }) => ({ id: taskId, ...REPEAT })),
  ),
  endSeries: refused(
    'allowed',
    write('endSeries', `task { ${TASK} }`, ({ taskId }) => ({ id: taskId })),
  ),
  skipOccurrence: refused(
    'allowed',
    write('skipOccurrence', `task { ${TASK} }`, ({ repeatingId }) => ({ id: repeatingId })),
  ),
  watchTask: withNeed(
    'ANY',
    refused(
      'allowed',
      write('watchTask', 'task { id }', ({ taskId }) => ({ taskId })),
    ),
  ),
  unwatchTask: withNeed(
    'ANY',
    refused(
      'allowed',
      write('unwatchTask', 'task { id }', ({ taskId }) => ({ taskId })),
    ),
  ),
  muteProject: withNeed(
    'ANY',
    refused(
      'allowed',
      write('muteProject', 'project { id }', ({ projectId }) => ({ projectId })),
    ),
  ),
  unmuteProject: withNeed(
    'ANY',
    refused(
      'allowed',
      write('unmuteProject', 'project { id }', ({ projectId }) => ({ projectId })),
    ),
  ),
  snoozeNotification: refused(
    'foreign',
    write('snoozeNotification', `notification { ${NOTIFICATION} } unreadCount`, ({ noteId }) => ({
      id: noteId,
      until: '2027-01-04T08:00:00.000Z',
    })),
  ),
  duplicateTask: refused(
    'allowed',
    write('duplicateTask', `task { ${TASK} }`, ({ taskId }) => ({ taskId })),
  ),
  duplicateProject: withNeed(
    'ANY',
    refused(
      'allowed',
      write('duplicateProject', `project { ${PROJECT} }`, ({ projectId }) => ({ projectId })),
    ),
  ),
  setParent: refused(
    'allowed',
    write('setParent', `task { ${TASK} }`, ({ taskId }) => ({ id: taskId, parentId: null })),
  ),
  relateTasks: refused(
    'allowed',
    write('relateTasks', `relation { ${RELATION} }`, ({ taskId, otherTaskId }) => ({
      taskId,
      otherId: otherTaskId,
      kind: 'BLOCKS',
    })),
  ),
  unrelateTasks: refused(
    'allowed',
    write('unrelateTasks', 'revision', ({ taskId, otherTaskId }) => ({ taskId, otherId: otherTaskId })),
  ),
  turnIntoTask: refused(
    'allowed',
    write('turnIntoTask', `task { ${TASK} }`, ({ itemId }) => ({ itemId })),
  ),
  addChecklistItem: refused(
    'allowed',
    write('addChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`, ({ taskId }) => ({ taskId, text: 'Mine' })),
  ),
  addChecklistItems: refused(
    'allowed',
    write('addChecklistItems', `checklistItems { ${CHECKLIST_ITEM} }`, ({ taskId }) => ({
      taskId,
      items: [{ text: 'Mine' }],
    })),
  ),
  updateChecklistItem: refused(
    'allowed',
    write('updateChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`, ({ itemId }) => ({ id: itemId, done: true })),
  ),
  moveChecklistItem: refused(
    'allowed',
    write('moveChecklistItem', `checklistItem { ${CHECKLIST_ITEM} }`, ({ itemId }) => ({ id: itemId })),
  ),
  deleteChecklistItem: refused(
    'allowed',
    write('deleteChecklistItem', 'revision', ({ itemId }) => ({ id: itemId })),
  ),
  bulkUpdateTasks: refused(
    'allowed',
    write('bulkUpdateTasks', `tasks { ${TASK} }`, (at) => ({ ids: [at.taskId], priority: 'LOW' })),
  ),
  export: refused(
    'foreign',
    graphql(`query($id: ID!) { export(id: $id) { ${EXPORT} } }`, ({ exportId }) => ({ id: exportId })),
  ),
  bulkRun: refused(
    'foreign',
    graphql(`query($id: ID!) { bulkRun(id: $id) { ${BULK_RUN} } }`, ({ runId }) => ({ id: runId })),
  ),
  startBulkRun: withNeed(
    'ANY',
    empty(
      write('startBulkRun', `run { ${BULK_RUN} }`, ({ projectId }) => ({ filter: { projectId }, priority: 'LOW' })),
    ),
  ),
  stopBulkRun: refused(
    'foreign',
    write('stopBulkRun', `run { ${BULK_RUN} }`, ({ runId }) => ({ id: runId })),
  ),
  unlinkIdentity: refused(
    'foreign',
    write('unlinkIdentity', 'identityId', ({ identityId }) => ({ id: identityId })),
  ),
  revokeSession: refused(
    'foreign',
    write('revokeSession', 'sessionId', ({ sessionId }) => ({ id: sessionId })),
  ),
  unsubscribePush: refused(
    'foreign',
    write('unsubscribePush', 'pushSubscriptionId', ({ pushId }) => ({ id: pushId })),
  ),
  revokeCalendarFeed: refused(
    'foreign',
    write('revokeCalendarFeed', 'calendarFeedId', ({ calendarFeedId }) => ({ id: calendarFeedId })),
  ),
  import: refused(
    'foreign',
    graphql(`query($id: ID!) { import(id: $id) { ${IMPORT} } }`, ({ importId }) => ({ id: importId })),
  ),
  startImport: {
    ...refused(
      'allowed',
      write('startImport', `import { ${IMPORT} }`, ({ projectId }) => ({ source: 'TRELLO', projectId })),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  stopImport: refused(
    'foreign',
    write('stopImport', `import { ${IMPORT} }`, ({ importId }) => ({ id: importId })),
  ),
  undoImport: refused(
    'foreign',
    settled(write('undoImport', `import { ${IMPORT} }`, ({ importId }) => ({ id: importId }))),
  ),
  webhooks: empty(
    graphql(`query ($id: ID!) { webhooks(projectId: $id) { ${WEBHOOK} } }`, ({ projectId }) => ({ id: projectId })),
  ),
  createWebhook: {
    ...refused('forbidden', write('createWebhook', 'webhook { id }', webhookFor)),
    refusal: 'VALIDATION_FAILED',
  },
  webhook: refused(
    'foreign',
    graphql(`query ($id: ID!) { webhook(id: $id) { ${WEBHOOK} deliveries(first: 5) { nodes { id } } } }`, (it) => ({
      id: it.webhookId,
    })),
  ),
  updateWebhook: refused(
    'foreign',
    write('updateWebhook', `webhook { ${WEBHOOK} }`, ({ webhookId }) => ({ id: webhookId, name: 'Taken' })),
  ),
  deleteWebhook: refused(
    'foreign',
    write('deleteWebhook', 'webhookId', ({ webhookId }) => ({ id: webhookId })),
  ),
  rotateWebhookSecret: refused(
    'foreign',
    write('rotateWebhookSecret', 'secret', ({ webhookId }) => ({ id: webhookId })),
  ),
  testWebhook: refused(
    'foreign',
    write('testWebhook', 'delivery { id }', ({ webhookId }) => ({ id: webhookId })),
  ),
  redeliver: refused(
    'foreign',
    write('redeliver', 'delivery { id }', ({ deliveryId }) => ({ id: deliveryId })),
  ),
  redeliverSince: refused(
    'foreign',
    write('redeliverSince', `webhook { ${WEBHOOK} }`, ({ webhookId, projectId }) => ({
      id: webhookId,
      projectId,
      revision: 0,
    })),
  ),
  updateView: refused(
    'foreign',
    write('updateView', `view { ${VIEW} }`, ({ viewId }) => ({ id: viewId, name: 'Taken' })),
  ),
  deleteView: refused(
    'foreign',
    write('deleteView', 'viewId', ({ viewId }) => ({ id: viewId })),
  ),
  saveView: {
    needs: 'ANY',
    ...refused(
      'allowed',
      write('saveView', `view { ${VIEW} }`, ({ projectId }) => ({ name: 'Mine', projectId })),
    ),
    refusal: 'VALIDATION_FAILED',
  },
  revokeApiToken: refused(
    'foreign',
    write('revokeApiToken', 'apiTokenId', ({ tokenId }) => ({ id: tokenId })),
  ),
  createApiToken: {
    needs: 'ANY',
    ...refused('allowed', write('createApiToken', `apiToken { ${API_TOKEN} }`, tokenFor)),
    refusal: 'VALIDATION_FAILED',
  },
  deleteTask: refused(
    'allowed',
    write('deleteTask', 'revision', ({ taskId }) => ({ id: taskId })),
  ),
  addComment: withNeed(
    'COMMENTER',
    refused(
      'allowed',
      write('addComment', `comment { ${COMMENT} }`, ({ taskId }) => ({ taskId, text: 'Mine' })),
    ),
  ),
  updateComment: refused(
    'forbidden',
    write('updateComment', `comment { ${COMMENT} }`, ({ commentId }) => ({ id: commentId, text: 'Mine' })),
  ),
  deleteComment: refused(
    'forbidden',
    write('deleteComment', 'revision', ({ commentId }) => ({ id: commentId })),
  ),
  undo: refused(
    'allowed',
    write('undo', REVISIONS, ({ projectId }) => ({ acts: [{ projectId, revision: TRASHED_AT }] })),
  ),
  notifications: empty(
    graphql(`query($id: ID!) { notifications(groupOf: $id) { nodes { ${NOTIFICATION} } } }`, ({ noteId }) => ({
      id: noteId,
    })),
  ),
  markNotificationRead: refused(
    'foreign',
    write('markNotificationRead', `notification { ${NOTIFICATION} } unreadCount`, ({ noteId }) => ({ id: noteId })),
  ),
  deleteNotification: refused(
    'foreign',
    write('deleteNotification', 'unreadCount', ({ noteId }) => ({ id: noteId })),
  ),
};

/** Names an object of its own making, not one that exists. */
const MAKES_ITS_OWN_ID = new Set(['createProject', 'createExampleProject']);
/** REST calls that name a foreign object outside their path. */
const NAMED_IN_BODY_OR_QUERY = [
  'post /imports',
  'get /webhooks?projectId',
  'post /webhooks',
  'post /views',
  'post /tasks',
  'post /uploads',
  'get /tasks?projectId',
  'get /tasks/groups?projectId',
  'get /nodes?ids',
  'get /notifications?groupOf',
  'get /analytics?projectId',
  'get /activity?projectId',
  'post /auth/tokens',
  'post /tasks/bulk',
  'patch /tasks/bulk',
  'post /bulk-runs',
  'post /undo',
];

/** Root fields that name objects within a list of what they take. */
const NAMES_IN_A_LIST = new Set(['undo']);

const namesAnObject = (field: GraphQLField<unknown, unknown>): boolean =>
  NAMES_IN_A_LIST.has(field.name) ||
  field.args.some(({ type }) => {
    const named = getNamedType(type);
    if (named.name === 'ID') return true;
    return (
      isInputObjectType(named) && Object.values(named.getFields()).some((it) => getNamedType(it.type).name === 'ID')
    );
  });

const rowOf = (name: string): Route | undefined => {
  const [method, path] = name.split(/[ ?]/);
  return routes.find((route) => route.method === method && route.path === path);
};

/** The GraphQL field of a REST call; a root field is itself. */
const graphqlFieldOf = (name: string): string => rowOf(name)?.graphqlField ?? name;

/** The API token scope; a REST row can return fields that tokens cannot read. */
const useOf = (name: string): ProgramUse => rowOf(name)?.program ?? programUseOf(name);

/** Writes after which an object of their world is gone, closed or somewhere else. A test makes its own API token. */
const USES_UP =
  /^(?:archive|clear|delete|moveTaskToProject|purge|remove|restore|revoke(?!ApiToken)|turnIntoTask|unarchive|undo|unlink|unrelate|unsubscribe)/;

/** The one object that such a write uses up: it gets another one in the shared world, and each of the rest a new world. */
const USED_UP: Record<string, keyof typeof PARTS> = {
  deleteAttachment: 'attachmentId',
  deleteChecklistItem: 'itemId',
  deleteColumn: 'columnId',
  deleteComment: 'commentId',
  deleteNotification: 'noteId',
  deleteTask: 'taskId',
  deleteView: 'viewId',
  deleteWebhook: 'webhookId',
  moveTaskToProject: 'taskId',
  purge: 'trashedTaskId',
  restoreProject: 'trashedProjectId',
  restoreTask: 'trashedTaskId',
  revokeCalendarFeed: 'calendarFeedId',
  revokeInvitation: 'invitationId',
  revokeSession: 'sessionId',
  revokeShareLink: 'shareLinkId',
  turnIntoTask: 'itemId',
  undoImport: 'importId',
  unlinkIdentity: 'identityId',
  unrelateTasks: 'otherTaskId',
  unsubscribePush: 'pushId',
};

/** Reads share one world. */
const QUERIES = createSchema().getQueryType()?.getFields() ?? {};
const onlyReads = (name: string): boolean => graphqlFieldOf(name) in QUERIES;

const PERSON_OF = { OWNER: 'owner', MEMBER: 'member', COMMENTER: 'commenter', VIEWER: 'viewer' } as const;
const LESSER = PROJECT_ROLES.filter((role) => !hasRole(role, 'MEMBER'));

let server: TestServer;
let people: Record<'owner' | 'member' | 'commenter' | 'viewer' | 'gone' | 'stranger', Person>;
let target: Target;
let deleted: Target;
/** The world of the writes that leave its objects there. */
let shared: Target | undefined;
let programs: Awaited<ReturnType<typeof makePrograms>>;
let held: Awaited<ReturnType<typeof everything>>;
/** Write tokens of people in lesser roles. */
let lesserPrograms: ReadonlyMap<ProjectRole, TestProgram>;

/** The owner's API tokens, named by their scope. */
async function makePrograms(owner: Person): Promise<Record<'reader' | 'writer' | 'elsewhere' | 'ended', TestProgram>> {
  const { id } = await newProject(owner, { name: 'Elsewhere' });
  const reader = await newProgram(owner, { scope: 'READ' });
  const writer = await newProgram(owner);
  const elsewhere = await newProgram(owner, { projectIds: [id] });
  const ended = await newProgram(owner);
  await rows(server, "update api_token set expires_at = now() - interval '1 second' where id = ?", [ended.id]);
  return { reader, writer, elsewhere, ended };
}

/** The deletion of the trashed task, which `undo` reverts here. */
const TRASHED_AT = 6;

const writeRole = (projectId: string, { id }: Person, role: ProjectRole) =>
  rows(server, 'insert into project_member (project_id, user_id, role, joined_at) values (?, ?, ?, now())', [
    projectId,
    id,
    role,
  ]);

/** Returns what the owner has made. */
const byOwner = async (path: string, body: object) => (await people.owner.client.rest('post', path, body)).body.data;

async function giveLesserRoles(projectId: string): Promise<void> {
  await writeRole(projectId, people.commenter, 'COMMENTER');
  await writeRole(projectId, people.viewer, 'VIEWER');
}

/** Makes the objects of a world, each of which can be made again in the same project. */
const PARTS = {
  taskId: async ({ projectId }) => (await newTask(people.gone, projectId, { assigneeId: people.gone.id })).id,
  otherTaskId: async ({ projectId, taskId }) => {
    const { id } = await newTask(people.gone, projectId);
    await people.gone.client.rest('post', `/tasks/${taskId}/relations`, { otherId: id, kind: 'RELATES' });
    return id;
  },
  trashedTaskId: async ({ projectId }) => {
    const { id } = await newTask(people.gone, projectId);
    await people.member.client.rest('delete', `/tasks/${id}`);
    return id;
  },
  trashedProjectId: async () => {
    const { id } = await newProject(people.owner);
    await addMember(people.owner, id, people.member);
    await people.owner.client.rest('delete', `/projects/${id}`);
    await giveLesserRoles(id);
    return id;
  },
  noteId: async () => (await byOwner('/notifications', { title: 'Call the yard' })).id,
  commentId: async ({ taskId }) => (await byOwner(`/tasks/${taskId}/comments`, { text: 'Ours' })).id,
  itemId: async ({ taskId }) => (await byOwner(`/tasks/${taskId}/checklist`, { text: 'Ours' })).id,
  columnId: async ({ projectId }) =>
    (await byOwner(`/projects/${projectId}/columns`, { name: 'Waiting', status: 'TODO' })).id,
  otherProjectId: async () => {
    const { id } = await newProject(people.owner, { name: 'Next door' });
    for (const person of [people.member, people.gone]) await addMember(people.owner, id, person);
    await giveLesserRoles(id);
    return id;
  },
  runId: async ({ projectId }) => {
    const { id } = await byOwner('/bulk-runs', { filter: { projectId }, priority: 'LOW' });
    await people.owner.client.rest('delete', `/bulk-runs/${id}`);
    return id;
  },
  sessionId: () => anotherSession(server, people.owner),
  identityId: async () => {
    const id = randomUUID();
    await rows(
      server,
      `insert into identity (id, user_id, issuer, subject, linked_at) values (?, ?, 'https://id.example', ?, now())`,
      [id, people.owner.id, id],
    );
    return id;
  },
  // to another address each time: a second invitation to one address is the first one again
  invitationId: async ({ projectId }) =>
    (await byOwner(`/projects/${projectId}/invitations`, { email: `${randomUUID()}@yard.example` })).id,
  shareLinkId: async ({ projectId }) => (await byOwner(`/projects/${projectId}/share-links`, {})).shareLink.id,
  attachmentId: ({ taskId }) => newAttachment(people.owner, taskId),
  repeatingId: async ({ projectId }) => (await newTask(people.owner, projectId, { repeat: REPEAT })).id,
  exportId: () => readyExport(server, people.owner.id),
  pushId: () => newPush(people.owner),
  viewId: () => newView(people.owner),
  calendarFeedId: () => newCalendarFeed(people.owner),
  importId: ({ projectId }) => endedImport(server, people.owner.id, projectId),
  waitingImportId: () => waitingImport(server, people.owner.id),
  webhookId: () => newWebhook(people.owner),
  deliveryId: ({ webhookId }) => newDelivery(people.owner, webhookId),
} satisfies Partial<Record<keyof Target, (made: Target) => Promise<string>>>;

async function make(): Promise<Target> {
  const { owner, member, gone } = people;
  const standing = [target, deleted, shared].flatMap((it) => it ?? []);
  // of each of these a person has only so many
  for (const [table, names] of [
    ['saved_view', ['viewId']],
    ['import', ['importId', 'waitingImportId']],
    ['webhook', ['webhookId']],
    ['calendar_feed', ['calendarFeedId']],
  ] as const) {
    const ids = standing.flatMap((it) => names.map((name) => it[name]));
    await rows(server, `delete from ${table} where id <> all(?::uuid[])`, [`{${ids.join()}}`]);
  }
  const { id: projectId } = await newProject(owner);
  for (const person of [member, gone]) await addMember(owner, projectId, person);
  const made = { projectId, userId: owner.id, tokenId: randomUUID() } as Target;
  for (const [name, makePart] of Object.entries(PARTS)) made[name as keyof typeof PARTS] = await makePart(made);
  await giveLesserRoles(projectId);
  return made;
}

/** Returns the world for an allowed write: the shared one, with another object in place of what the write uses up. */
async function worldFor(name: string): Promise<Target> {
  const part = USED_UP[graphqlFieldOf(name)];
  if (!part && USES_UP.test(graphqlFieldOf(name))) return make();
  shared ??= await make();
  return part ? { ...shared, [part]: await PARTS[part](shared) } : shared;
}

/** Compares everything with what it was after the last check, so that each test reads it once. */
async function expectUnchanged(): Promise<void> {
  const before = held;
  held = await everything(server);
  expect(held).toEqual(before);
}

beforeAll(async () => {
  server = await startServer({ outboundResolve: () => Promise.resolve(['10.0.0.1']) });
  const names = ['owner', 'member', 'commenter', 'viewer', 'gone', 'stranger'] as const;
  const all = await Promise.all(names.map(async (name) => [name, await newPerson(server)]));
  people = Object.fromEntries(all) as typeof people;
  const { owner, gone } = people;
  target = { ...(await make()), tokenId: (await newProgram(owner)).id };
  deleted = { ...(await make()), tokenId: (await newProgram(owner)).id };
  await gone.client.rest('delete', `/projects/${target.projectId}/members/${gone.id}`);
  await owner.client.rest('delete', `/projects/${deleted.projectId}`);
  await owner.client.rest('delete', `/notifications/${deleted.noteId}`);
  await rows(server, 'update project set purged_at = now() where id = ?', [deleted.trashedProjectId]);
  await rows(server, 'delete from bulk_run where id = ?', [deleted.runId]);
  await rows(server, 'delete from export where id = ?', [deleted.exportId]);
  await rows(server, 'delete from import where id in (?, ?)', [deleted.importId, deleted.waitingImportId]);
  await owner.client.rest('delete', `/auth/sessions/${deleted.sessionId}`);
  await owner.client.rest('delete', `/auth/identities/${deleted.identityId}`);
  await owner.client.rest('delete', `/auth/tokens/${deleted.tokenId}`);
  await owner.client.rest('delete', `/push/${deleted.pushId}`);
  await owner.client.rest('delete', `/views/${deleted.viewId}`);
  await owner.client.rest('delete', `/calendar-feeds/${deleted.calendarFeedId}`);
  await owner.client.rest('delete', `/webhooks/${deleted.webhookId}`);
  programs = await makePrograms(owner);
  lesserPrograms = new Map(
    await Promise.all(LESSER.map(async (role) => [role, await newProgram(people[PERSON_OF[role]])] as const)),
  );
  held = await everything(server);
});
afterAll(() => server.close());

/** The calls of administrators name no objects of projects; `admin.test.ts` tests who can make them. */
const isAdministration = (path: string): boolean => path.startsWith('/admin/');

describe('the table of operations', () => {
  it('has every REST call that names an object', () => {
    const withId = routes
      .filter(({ path }) => path.includes(':') && !isAdministration(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(withId.length).toBeGreaterThan(0);
    const here = Object.keys(OPERATIONS).filter((name) => name.includes('/'));
    expect(here.sort()).toEqual([...withId, ...NAMED_IN_BODY_OR_QUERY].sort());
  });

  it('has every root field that names an object', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const ofAdministrators = routes
      .filter(({ path }) => isAdministration(path))
      .map(({ graphqlField }) => graphqlField);
    const withId = fields.filter(
      (field) => namesAnObject(field) && !MAKES_ITS_OWN_ID.has(field.name) && !ofAdministrators.includes(field.name),
    );
    expect(withId.length).toBeGreaterThan(0);
    const here = Object.keys(OPERATIONS).filter((name) => !name.includes('/'));
    expect(here.sort()).toEqual(withId.map(({ name }) => name).sort());
  });
});

describe.each(Object.entries(OPERATIONS))(
  '%s',
  (name, { stranger: fate, member: right, refusal = 'NOT_FOUND', ofDeleted = refusal, needs = 'MEMBER', call }) => {
    const absent: Target = {
      projectId: randomUUID(),
      taskId: randomUUID(),
      trashedTaskId: randomUUID(),
      trashedProjectId: randomUUID(),
      userId: randomUUID(),
      noteId: randomUUID(),
      commentId: randomUUID(),
      itemId: randomUUID(),
      attachmentId: randomUUID(),
      repeatingId: randomUUID(),
      otherTaskId: randomUUID(),
      columnId: randomUUID(),
      otherProjectId: randomUUID(),
      runId: randomUUID(),
      invitationId: randomUUID(),
      shareLinkId: randomUUID(),
      sessionId: randomUUID(),
      identityId: randomUUID(),
      exportId: randomUUID(),
      tokenId: randomUUID(),
      pushId: randomUUID(),
      viewId: randomUUID(),
      calendarFeedId: randomUUID(),
      importId: randomUUID(),
      waitingImportId: randomUUID(),
      webhookId: randomUUID(),
      deliveryId: randomUUID(),
    };

    const { use, isWide } = useOf(name);

    it('answers 401 without a sign-in, alike for absent and existing objects', async () => {
      const nobody = new Client(server);
      const answer = await call(nobody, target);
      expect(answer).toEqual(await call(nobody, absent));
      expect(answer.code).toBe('UNAUTHENTICATED');
      await expectUnchanged();
    });

    it.each(['stranger', 'gone'] as const)(
      'answers somebody who is no member (%s) as if it did not exist',
      async (who) => {
        const { client } = people[who];
        const answer = await call(client, target);
        expect(answer).toEqual(await call(client, absent));
        if (fate === 'refused') expect(answer.code).toBe(refusal);
        else expect(answer.text).not.toContain(target.taskId);
        await expectUnchanged();
      },
    );

    it.each(onlyIf(fate === 'refused', 'the owner'))('answers 404 to %s of what is deleted', async () => {
      expect((await call(people.owner.client, deleted)).code).toBe(ofDeleted);
      await expectUnchanged();
    });

    it.each(onlyIf(right === 'foreign', 'a fellow member'))('answers %s as if it did not exist', async () => {
      const { client } = people.member;
      const answer = await call(client, target);
      expect(answer).toEqual(await call(client, absent));
      expect(answer.code).toBe('NOT_FOUND');
      await expectUnchanged();
    });

    it.each(onlyIf(right === 'forbidden', 'a member'))('answers 403 to %s without the right', async () => {
      expect((await call(people.member.client, target)).code).toBe('FORBIDDEN');
      await expectUnchanged();
    });

    it.each(LESSER)('answers a %s by their role', async (role) => {
      const mayRead = onlyReads(name) || name.startsWith('get ');
      const isAllowed = right === 'allowed' && (mayRead || hasRole(role, needs));
      const { client } = people[PERSON_OF[role]];
      const answer = await call(client, isAllowed && !mayRead ? await worldFor(name) : target);
      // a CONFLICT with a run in progress proves the right to start one
      if (isAllowed) expect([undefined, 'CONFLICT']).toContain(answer.code);
      else expect(answer.code).toBe(right === 'foreign' ? 'NOT_FOUND' : 'FORBIDDEN');
      // A token never allows more than its person may.
      const program = lesserPrograms.get(role)?.client;
      if (!isAllowed && program && use === 'write') expect((await call(program, target)).code).toBe(answer.code);
      if (isAllowed) held = await everything(server);
      else await expectUnchanged();
    });

    it('gives an API token no more than its scope, whatever its user may do', async () => {
      expect(await call(programs.ended.client, target)).toEqual(await call(new Client(server), target));
      const isClosedElsewhere = use === 'never' || isWide === true;
      const refusedTo = [
        ...(use === 'read' ? [] : [programs.reader]),
        ...(use === 'never' ? [programs.writer] : []),
        ...(isClosedElsewhere ? [programs.elsewhere] : []),
      ];
      for (const { client } of refusedTo) {
        const answer = await call(client, target);
        expect(answer).toEqual(await call(client, absent));
        expect(answer.code).toBe('FORBIDDEN');
      }
      if (!isClosedElsewhere) {
        const answer = await call(programs.elsewhere.client, target);
        expect(answer).toEqual(await call(programs.elsewhere.client, absent));
        if (fate === 'refused') expect(answer.code).toBe('NOT_FOUND');
        else expect(answer.text).not.toContain(target.taskId);
      }
      await expectUnchanged();
    });
  },
);

// After all that is refused: there it would be more and more to look at, to see that nothing has changed.
describe.each(Object.entries(OPERATIONS))('%s, with the right', (name, { member: right, call }) => {
  const { use } = useOf(name);
  const theirs = async (): Promise<Target> => ({
    ...(onlyReads(name) ? target : await worldFor(name)),
    userId: people.member.id,
  });

  it.each(onlyIf(use !== 'never', 'a program'))('serves %s whose token is for it', async () => {
    const { client } = use === 'read' ? programs.reader : programs.writer;
    const answer = await call(client, await theirs());
    expect(answer.code).toBeUndefined();
    expect(answer.status).toBeLessThan(300);
  });

  it('serves the people who have access', async () => {
    const own = await theirs();
    // a purge before this one has withdrawn the download
    if (/^get \/auth\/export\/:id\/files?$/.test(name)) own.exportId = await readyExport(server, people.owner.id);
    if (graphqlFieldOf(name) === 'revokeApiToken') own.tokenId = (await newProgram(people.owner)).id;
    const answer = await call(people[right === 'allowed' ? 'member' : 'owner'].client, own);
    // a CONFLICT for a present member proves the right to add
    expect([undefined, 'CONFLICT']).toContain(answer.code);
    expect(answer.status).not.toBe(404);
  });
});
