import { AccountState } from '../../contract/admin.js';
import { SECURITY_EVENTS } from '../../contract/securityEvents.js';
import { requireAdministrator } from '../accounts/administrators.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import {
  answerPage,
  call,
  FileAnswer,
  listOf,
  objectOf,
  readOne,
  paging,
  type QueryParameter,
  type Row,
  write,
} from '../request/restRow.js';
import { readAccounts } from './account.reads.js';
import { readInstance, readProjectSizes } from './instance.reads.js';
import { type EventFilter, openEventsFile, readEvents } from './securityEvent.reads.js';
import { readAccountInvitations } from './server.service.js';

const UUID = { type: 'string', format: 'uuid' };
const EVENT_QUERY: readonly QueryParameter[] = [
  { name: 'userId', schema: UUID },
  { name: 'kind', schema: { type: 'string', enum: Object.keys(SECURITY_EVENTS) } },
];

const readFilter = (query: Record<string, unknown>): EventFilter => ({
  userId: readOne(query, 'userId'),
  kind: readOne(query, 'kind'),
});

function readState(query: Record<string, unknown>): AccountState | null {
  const state = readOne(query, 'state');
  if (state === undefined) return null;
  if (Object.hasOwn(AccountState, state)) return state as AccountState;
  const allowed = Object.keys(AccountState);
  throw invalid({ state: fieldError('notOneOf', `state must be one of ${allowed.join(', ')}`, { allowed }) });
}

/** A read of administrators only. */
const adminRead = (path: string, graphqlField: string, { run, ...more }: Parameters<typeof call>[3]): Row =>
  call('get', `/admin/${path}`, graphqlField, {
    ...more,
    refuses: ['FORBIDDEN'],
    run: async (ctx, request) => {
      await requireAdministrator(ctx);
      return run(ctx, request);
    },
  });

/** Routes of administrators' actions on a person's account. */
const accountAction = (method: Row['method'], path: string, graphqlField: string, summary: string) =>
  write(method, `/admin/accounts/:id${path}`, graphqlField, summary, {
    refuses: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  });

/** The calls of administrators. */
export const adminRoutes: readonly Row[] = [
  adminRead('accounts', 'accounts', {
    summary: 'The accounts of this server, newest first',
    paged: true,
    query: [
      { name: 'search', schema: { type: 'string' } },
      { name: 'state', schema: { type: 'string', enum: Object.keys(AccountState) } },
    ],
    answer: listOf('Account'),
    run: async (ctx, { query }) => {
      const filter = { search: readOne(query, 'search'), state: readState(query) };
      return answerPage(await readAccounts(ctx, filter, paging(query)));
    },
  }),
  accountAction('post', '/suspend', 'suspendAccount', 'Suspend an account'),
  accountAction('delete', '/suspend', 'reinstateAccount', 'Let the person of a suspended account sign in again'),
  accountAction('post', '/reset-link', 'sendResetLink', 'Mail a person a link to choose a new password'),
  accountAction('post', '/reset-two-factor', 'resetTwoFactor', 'Switch off a person’s two-factor sign-in'),
  accountAction('delete', '', 'deleteAccountOf', 'Delete an account after 14 days'),
  accountAction('put', '/admin', 'setAdmin', 'Make a person an administrator, or no longer one'),
  write('post', '/admin/accounts/:id/transfer', 'transferProjects', 'Transfer the projects of an account', {
    payload: 'ProjectsTransferred',
    refuses: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  }),
  write('put', '/admin/settings', 'updateSettings', 'Change who may create an account', {
    refuses: ['FORBIDDEN', 'CONFLICT'],
  }),
  adminRead('instance', 'instance', {
    summary: 'The state of this server',
    cost: 10,
    answer: objectOf('Instance'),
    run: readInstance,
  }),
  adminRead('projects', 'projectSizes', {
    summary: 'The projects of this server by their size',
    paged: true,
    answer: listOf('ProjectSize'),
    run: async (ctx, { query }) => answerPage(await readProjectSizes(ctx, paging(query))),
  }),
  adminRead('security-events', 'securityEvents', {
    summary: 'The audit log, newest first',
    paged: true,
    query: EVENT_QUERY,
    answer: listOf('SecurityEvent'),
    run: async (ctx, { query }) => answerPage(await readEvents(ctx, readFilter(query), paging(query))),
  }),
  adminRead('security-events/file', 'securityEvents', {
    summary: 'The audit log as a CSV file: the newest 50,000 events of the filter',
    operationId: 'securityEventsFile',
    description: 'A CSV file (RFC 4180).',
    cost: 100,
    query: EVENT_QUERY,
    file: 'text/csv; charset=utf-8',
    run: async (ctx, { query }) => new FileAnswer(await openEventsFile(ctx, readFilter(query))),
  }),
  write('post', '/admin/test-mail', 'sendTestMail', 'Send yourself a mail to test the mail settings', {
    payload: 'TestMailSent',
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
  adminRead('invitations', 'accountInvitations', {
    summary: 'The pending invitations to create an account, newest first',
    paged: true,
    answer: listOf('AccountInvitation'),
    run: async (ctx, { query }) => answerPage(await readAccountInvitations(ctx, paging(query))),
  }),
  write('post', '/admin/invitations', 'inviteAccount', 'Invite a person to create an account', {
    status: 201,
    refuses: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
  }),
  write('delete', '/admin/invitations/:id', 'revokeAccountInvitation', 'Withdraw an invitation to create an account', {
    refuses: ['FORBIDDEN'],
  }),
];
