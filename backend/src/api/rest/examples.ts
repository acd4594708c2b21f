import { HISTORY_TEXTS } from '../../history/kinds.js';
import { modules } from '../../modules.js';
import type { JsonSchema } from '../../request/restRow.js';

const ID = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
const TIME = '2026-11-23T09:30:00.000Z';
/** A time to come. */
const LATER = '2026-12-23T09:30:00.000Z';

const API_TOKEN = 'cairn_q1xJ0s8zV7m3q1xJ0s8zV7m3q1xJ0s8zV7m3q1xJ0s8';

const SHARE_TOKEN = 'q1xJ0s8zV7m3q1xJ0s8zV7m3q1xJ0s8zV7m3q1x9c2Q';
const SHARE_KEY = `mf1k2n3p.${SHARE_TOKEN}`;

const OIDC_STATE = 'q1xJ0s8zV7m3A0bTq1xJ0s8zV7m3A0bTq1xJ0s8zV7m';

/** Examples by schema and field, for field names that mean different things in different schemas. A module can add its own. */
const BY_FIELD: Record<string, unknown> = {
  ...Object.fromEntries(modules.flatMap(({ examples = {} }) => Object.entries(examples))),
  ...Object.fromEntries(Object.keys(HISTORY_TEXTS).map((name) => [`HistoryEntry.${name}`, null])),
  'ApiToken.expiresAt': LATER,
  'ApiToken.name': 'Nightly import',
  'Attachment.name': 'Plan of the hall.png',
  'Attachment.type': 'image/png',
  'Attachment.size': 48_213,
  'Attachment.width': 1280,
  'Attachment.height': 720,
  'Attachment.url': `/files/${ID}/Plan%20of%20the%20hall.png`,
  'BeginUploadBody.taskId': ID,
  'BeginUploadPayload.url': `/api/tasks/${ID}/attachments?name=Plan+of+the+hall.png`,
  'BeginUploadPayload.received': 0,
  'Attachment.thumbnailUrl': `/files/${ID}/Plan%20of%20the%20hall.png?thumbnail`,
  'BeginUploadBody.name': 'Plan of the hall.png',
  'BeginUploadBody.size': 48_213,
  'RenameAttachmentBody.name': 'Plan of the hall.png',
  'CreateFileTicketPayload.url': `/files/${ID}/Plan%20of%20the%20hall.png?ticket=eyJhbGciOiJIUzI1NiJ9.e30.q1xJ0s8z`,
  'Repeat.timeZone': 'Europe/Zurich',
  'Repeat.until': null,
  'SetRepeatBody.until': '2027-11-23',
  'CreateTaskBody.until': '2027-11-23',
  'CreateTasksBody.until': '2027-11-23',
  'BulkRun.finishedAt': null,
  'BulkRun.message': null,
  'Change.entity': 'TASK',
  'Column.name': 'Waiting',
  'CreateColumnBody.name': 'Waiting',
  'UpdateColumnBody.name': 'Waiting',
  'CreateApiTokenBody.expiresAt': LATER,
  'CreateApiTokenBody.name': 'Nightly import',
  'CreateNotificationBody.message': 'Two tins of the grey',
  'CreateNotificationBody.title': 'Order paint',
  'CreateProjectBody.description': 'All that must be done before November',
  'DescriptionVersion.id': `${ID}:7`,
  'Export.finishedAt': null,
  'Export.size': null,
  'Export.filesSize': 1_204_511,
  'FoundUser.name': 'Ines Sol',
  'HistoryEntry.columnNames': null,
  'HistoryEntry.relation': null,
  'HistoryEntry.entity': 'TASK',
  'HistoryEntry.id': `${ID}:1:1`,
  'Invitation.expiresAt': LATER,
  'InvitationPreview.expiresAt': LATER,
  'InvitationPreview.inviter': 'Ines Sol',
  'InvitationPreview.projectName': 'Tern launch',
  'Notification.kind': 'COMMENT',
  'Notification.message': 'Ines Sol commented on “Choose the date”: The tenth?',
  'NotificationParams.actor': 'Ines Sol',
  'NotificationParams.column': null,
  'NotificationParams.comment': 'The tenth?',
  'NotificationParams.joined': false,
  'NotificationParams.more': 0,
  'NotificationParams.names': [],
  'NotificationParams.project': 'Tern launch',
  'NotificationParams.status': null,
  'NotificationParams.task': 'Choose the date',
  'SetTagColorBody.color': '#2f8068',
  'Tag.color': '#2f8068',
  'Tag.name': 'paper',
  'PatchProjectBody.description': 'All that must be done before November',
  'Project.archivedAt': null,
  'Project.key': 'TERN',
  'Project.description': 'All that must be done before November',
  'RegisterBody.invitation': 'q1xJ0s8zV7m3',
  'SaveViewBody.name': 'Mine and late',
  'CreateProjectBody.key': 'TERN',
  'CreateProjectBody.datesFrom': '2027-01-04',
  'DuplicateProjectBody.datesFrom': '2027-01-04',
  'DuplicateProjectBody.key': 'TERN',
  'Import.uploadUrl': `/api/imports/${ID}/file`,
  'Import.expiresAt': LATER,
  'Import.failure': null,
  'Import.failureReason': null,
  'Import.newProjectName': 'Tern launch',
  'Import.finishedAt': null,
  'Import.state': 'WAITING',
  'Import.done': 0,
  'Import.progress': 0,
  'ImportPlan.name': 'Tern launch',
  'ImportColumn.column': 'Summary',
  'ImportColumn.samples': ['Choose the date'],
  'ImportList.name': 'Waiting',
  'ImportList.columnName': 'Waiting',
  'ImportPerson.name': 'Ines Sol',
  'ImportPlan.project': null,
  'ImportProject.id': ID,
  'ImportProject.name': 'Tern launch',
  'ImportLeft.what': 'Votes',
  'ImportLeft.kind': 'votes',
  'ImportLeft.why': 'left out: tasks have no votes',
  'ImportReason.key': 'noVotes',
  'ImportReason.params': {},
  'ImportThing.kind': 'card',
  'ImportThing.name': 'Choose the date',
  'ImportThing.number': null,
  'ImportRefused.row': 'Card “Choose the date”',
  'ImportRefused.why': 'archived: you chose to leave these out',
  'StartImportBody.newProject': null,
  'StartImportBody.name': 'Tern launch',
  'StartImportBody.key': 'TERN',
  'StartImportBody.fileOf': null,
  'StartImportBody.column': 'Summary',
  'StartImportBody.theirs': 'Waiting',
  'StartImportBody.project': null,
  'CommentSource.name': 'Ines Sol',
  'Comment.copiedFrom': null,
  'Comment.importedFrom': null,
  'KindChannels.kind': 'COMMENT',
  'KindChannels.email': false,
  'Notification.snoozedUntil': null,
  'SnoozeNotificationBody.until': LATER,
  'PatchProjectBody.key': 'TERN',
  'Task.completedAt': null,
  'Task.key': 'TERN-12',
  'Task.number': 12,
  'CalendarFeed.name': 'My tasks',
  'CalendarFeedCreated.url': `https://cairn.example.com/calendar/${SHARE_TOKEN}.ics`,
  'CreateCalendarFeedBody.name': 'My tasks',
  'Webhook.name': 'n8n',
  'Webhook.url': 'https://n8n.example.com/webhook/cairn',
  'Webhook.events': ['task.*', 'comment.created'],
  'Webhook.pauseReason': null,
  'WebhookSecret.secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  'WebhookDelivery.type': 'project.changes',
  'WebhookDelivery.state': 'DELIVERED',
  'WebhookDelivery.attempts': 1,
  'WebhookDelivery.nextAt': null,
  'WebhookDelivery.status': 200,
  'WebhookDelivery.durationMs': 84,
  'WebhookDelivery.error': null,
  'WebhookDelivery.response': 'ok',
  'WebhookDelivery.request': '{"type":"project.changes","timestamp":"2026-11-23T09:30:00.000Z","data":{}}',
  'CreateWebhookBody.name': 'n8n',
  'CreateWebhookBody.url': 'https://n8n.example.com/webhook/cairn',
  'CreateWebhookBody.events': ['task.*', 'comment.created'],
  'UpdateWebhookBody.name': 'n8n',
  'UpdateWebhookBody.url': 'https://n8n.example.com/webhook/cairn',
  'UpdateWebhookBody.events': ['task.*', 'comment.created'],
  'CreateShareLinkBody.expiresAt': LATER,
  'OpenSharedLinkBody.token': SHARE_TOKEN,
  'ShareLink.ending': '9c2Q',
  'ShareLink.expiresAt': LATER,
  'ShareLink.viewName': 'For the printer',
  'ShareLinkCreated.url': `https://cairn.example.com/s/${SHARE_TOKEN}`,
  'SharedBoard.expiresAt': LATER,
  'SharedBoard.projectName': 'Tern launch',
  'SharedBoardBody.key': SHARE_KEY,
  'SharedBoardBody.token': SHARE_TOKEN,
  'SharedColumn.id': 'sYB2kN0cXqT7mE1v',
  'SharedColumn.name': 'To Do',
  'SharedColumn.next': null,
  'SharedKey.expiresAt': LATER,
  'SharedKey.key': SHARE_KEY,
  'SharedTask.dueDay': '2026-11-27',
  'SharedTask.id': 'q1xJ0s8zV7m3A0bT',
  'SharedTask.initials': 'IS',
  'SharedTaskPage.next': null,
  'SharedTasksBody.after': null,
  'SharedTasksBody.column': 'sYB2kN0cXqT7mE1v',
  'SharedTasksBody.key': SHARE_KEY,
  'SharedTasksBody.token': SHARE_TOKEN,
  'SharedTag.name': 'paper',
  'TaskGroup.key': 'TODO',
  'CompleteOidcBody.code': 'SplxlOBeZQQYbYS6WxSbIA',
  'Identity.issuer': 'https://sso.example.com',
  'Identity.name': 'Company account',
  'Identity.provider': 'oidc',
  'Identity.subject': '248289761001',
  'OidcCompleted.challenge': null,
  'OidcCompleted.proof': null,
  'CompleteOidcBody.invitation': 'q1xJ0s8zV7m3',
  'CompleteOidcBody.state': OIDC_STATE,
  'OidcBegun.state': OIDC_STATE,
  'OidcBegun.url': 'https://sso.example.com/authorize?client_id=cairn&response_type=code',
  'OidcProvider.id': 'oidc',
  'OidcProvider.name': 'Company account',
  'Told.message': 'If there is an account with this email, a link to reset its password is on its way.',
  'UpdateProjectBody.key': 'TERN',
  'UpdateProjectBody.description': 'All that must be done before November',
  'UpdateViewBody.name': 'Mine and late',
  'Account.name': 'Ines Sol',
  'Account.suspendedAt': null,
  'Account.deletionAt': null,
  'ProjectSize.owners': ['Ines Sol'],
  'ProjectSize.isArchived': false,
  'SecurityEvent.kind': 'signed_in',
  'SecurityEvent.isFailure': false,
  'SecurityEvent.userName': 'Ines Sol',
  'SecurityEvent.userEmail': 'ines@tern.example',
  'SecurityEvent.actorId': null,
  'SecurityEvent.actorName': null,
  'SecurityEvent.details': '{"device":"known"}',
  'AccountInvitation.inviterName': 'Ines Sol',
  'Instance.version': '0.5.0',
  'Instance.databaseVersion': '18.1',
  'Instance.signUp': 'open',
  'Instance.isSignUpFixed': false,
  'Instance.signUpDomains': ['tern.example'],
  'Instance.mailServer': 'smtp.tern.example:587',
  'Instance.mailFrom': 'Cairn <no-reply@tern.example>',
  'Instance.mailFailure': null,
  'Instance.mailFailedAt': null,
  'UpdateSettingsBody.signUp': 'open',
  'TestMailSent.sentTo': 'ines@tern.example',
  'TestMailSent.failure': null,
  'User.name': 'Ines Sol',
  'View.isProjectGone': false,
  'View.name': 'Mine and late',
};

/** Examples by field name, where the type is not enough. */
const BY_NAME: Record<string, unknown> = {
  accessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.signature',
  address: '203.0.113.7',
  afterId: ID,
  assignee: 'me',
  beforeId: ID,
  auth: 'sQ3mVh1u7cKx0T5bWn2rPg',
  avatar: null,
  challenge: 'q1xJ0s8zV7m3',
  code: '123456',
  color: '#2f8068',
  currentPassword: 'Granite7stones',
  description: 'Ask the printer, too',
  excerpt: 'Ask the printer, too',
  device: 'Firefox on Linux',
  dueDate: '2026-11-27T17:00:00.000Z',
  dueDay: null,
  startDate: '2026-11-23',
  parentId: null,
  attachmentId: ID,
  otherId: ID,
  otherTitle: 'Ask the printer',
  dueDayFrom: '2026-11-23',
  dueDayTo: '2026-11-27',
  startDateFrom: '2026-11-23',
  startDateTo: '2026-11-27',
  email: 'ines@tern.example',
  emailOrUsername: 'ines',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/q1xJ0s8zV7m3',
  firstName: 'Ines',
  lastName: 'Sol',
  mutationId: '7f1c',
  key: 'TERN-12',
  name: 'Tern launch',
  newPassword: 'Basalt8columns',
  p256dh: `B${'q1xJ0s8z'.repeat(10)}V7m3A0`,
  password: 'Granite7stones',
  pushKey: `B${'x0J1s8zq'.repeat(10)}m3V7A0`,
  qr: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  rank: 'a1',
  rule: 'FREQ=WEEKLY;BYDAY=TU',
  recoveryCode: 'b7kd-2m9q-x4',
  search: 'paint',
  iss: 'https://sso.example.com',
  proof: null,
  provider: 'oidc',
  verifier: 'q1xJ0s8zV7m3A0bT'.repeat(4),
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  subject: 'Choose the date',
  tag: 'paper',
  text: 'The tenth?',
  language: 'de',
  timeZone: 'Europe/Zurich',
  title: 'Choose the date',
  token: 'q1xJ0s8zV7m3',
  uri: 'otpauth://totp/Cairn:ines%40tern.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Cairn',
  username: 'ines',
};

/** Messages of calls whose answer is only a message. */
const BY_OPERATION: Record<string, unknown> = {
  resetPassword: { data: { message: 'Your password has been reset. Please sign in.' } },
  verifyEmail: { data: { message: 'Your email address is confirmed.' } },
  resendVerification: { data: { message: 'A link to confirm your email address is on its way.' } },
  revertEmail: {
    data: {
      message:
        'Your email address was restored, and every session was ended. A link to choose a new password is on its way.',
    },
  },
};

/** A possible answer of an operation. */
export const answerExample = (operationId: string, schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown =>
  BY_OPERATION[operationId] ?? exampleOf(schema, schemas);

/** The singular names of lists, by which examples of their items are found. */
const SINGULAR: Record<string, string> = {
  addTags: 'tag',
  except: 'key',
  ids: 'key',
  assigneeIds: 'assignee',
  recoveryCodes: 'recoveryCode',
  removeTags: 'tag',
  tags: 'tag',
};

/**
 * Returns an example of a schema, for a field of this name. `schemas` has the schemas that it refers to; `owner` is the
 * name of the schema with the field.
 */
export function exampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>, name = '', owner = ''): unknown {
  const { $ref, anyOf, type, items, properties } = schema;
  if (typeof $ref === 'string') {
    const referred = $ref.split('/').at(-1) ?? '';
    return exampleOf(schemas[referred] ?? {}, schemas, name, referred);
  }
  const ofField = BY_FIELD[`${owner}.${name}`];
  if (ofField !== undefined) return ofField;
  const [kind] = [type].flat();
  if (String(schema['pattern']).startsWith('^cairn_')) return API_TOKEN;
  if ((kind === 'string' || anyOf) && name in BY_NAME) return BY_NAME[name];
  const [first] = (anyOf as JsonSchema[] | undefined) ?? [];
  if (first) return exampleOf(first, schemas, name, owner);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (kind === 'array') return [exampleOf(items as JsonSchema, schemas, SINGULAR[name] ?? '', owner)];
  if (kind === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(fields.map(([field, of]) => [field, exampleOf(of, schemas, field, owner)]));
  }
  if (kind === 'null') return null;
  if (kind === 'boolean') return true;
  if (kind === 'number') return 2.5;
  if (kind === 'integer') return Math.max(1, Number(schema['minimum'] ?? 1));
  if (schema['format'] === 'uuid') return ID;
  if (schema['format'] === 'date-time') return TIME;
  return schema['format'] === 'date' ? TIME.slice(0, 10) : 'Some text';
}
