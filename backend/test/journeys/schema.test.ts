import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLOutputType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaText } from '../../src/api/graphql/emit.js';
import { createSchema } from '../../src/api/graphql/schema.js';
import { isPublic } from '../../src/platform/graphql/public.js';
import { allowsPendingDeletion } from '../../src/platform/graphql/allowPendingDeletion.js';
import { routes } from '../../src/api/rest/routes.js';
import { Client, newPerson, signedIn } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { leave } from '../support/accountDeletion.js';
import { follow } from '../support/socket.js';

const schema = createSchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const objectTypes = types.filter((type) => isObjectType(type) || isInterfaceType(type));
const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Lists of plain values, short by a rule of the product. */
const SCALAR_LISTS = new Set([
  'NotificationParams.names',
  'ProjectSize.owners',
  'Instance.signUpDomains',
  'Project.memberIds',
  'Task.tags',
  'ApiToken.projectIds',
  'ViewFilter.statuses',
  'ViewFilter.priorities',
  'ViewFilter.projectIds',
  'ViewFilter.assigneeIds',
  'ViewFilter.columnIds',
  'ViewFilter.tags',
  'ViewFilter.dues',
  'BulkUpdateTasksPayload.deletedIds',
  'ConfirmTwoFactorPayload.recoveryCodes',
  'RegenerateRecoveryCodesPayload.recoveryCodes',
]);
/** Short by a product rule, or read only as a whole: the changes of a command, the revisions of a user's projects. */
const WHOLE_LISTS = new Set([
  'DescriptionVersion.diff',
  'Project.columns',
  'Project.tags',
  'HistoryEntry.columnNames',
  'Task.attachments',
  'Task.watchers',
  'Preferences.kinds',
  'Task.checklist',
  'Change.affected',
  'Task.relations',
  'Task.blocks',
  'Task.blockedBy',
  'Task.related',
  'AddChecklistItemsPayload.checklistItems',
  'MoveTaskToProjectPayload.revisions',
  'Query.sessions',
  'Query.exports',
  'Query.nodes',
  'Query.taskGroups',
  'Query.apiTokens',
  'Query.calendarFeeds',
  // at most fifty, and what one file has
  'Query.imports',
  'ImportPlan.fields',
  'ImportPlan.lists',
  'ImportPlan.people',
  'ImportPlan.projects',
  'ImportColumn.samples',
  'ImportReport.left',
  'ImportReport.refused',
  'Query.webhooks',
  'Webhook.events',
  'Query.views',
  'ChangeSet.changes',
  'BulkUpdateTasksPayload.tasks',
  'CreateTasksPayload.tasks',
  'DashboardStats.completedByWeek',
  'SinceLastVisit.latest',
  'DashboardStats.byProject',
  'Analytics.completedByWeek',
  'Analytics.flow',
  'Analytics.byPerson',
  'CycleTime.classes',
  'TeamPerson.projects',
  'TeamPerson.projectIds',
  'User.positions',
  // at most five
  'User.identities',
  'SignInWays.oidc',
  // at most twenty
  'Query.shareLinks',
  // visitors read pages of a column by `sharedTasks`
  'SharedBoard.columns',
  'SharedColumn.tasks',
  'SharedTask.tags',
  'SharedTaskPage.tasks',
]);
/** The change sets that one act left, or took back. */
const NAMES_OF_SETS = new Set(['revisions', 'undoOf']);
/** Writes to projects, however many. */
const OF_SEVERAL = new Set(['bulkUpdateTasks', 'undo', 'transferProjects']);
/** Writes to personal objects, not to a project. */
const WITHOUT_PROJECT =
  /^(register|watchTask|unwatchTask|muteProject|unmuteProject|login|completeLogin|logout|revertEmail|verifyEmail|resendVerification|regenerateRecoveryCodes|sendResetLink|setAdmin|updateSettings|sendTestMail|deleteAccountOf|revokeAccountInvitation|openSharedLink|beginOidc|completeOidc|linkIdentity|unlinkIdentity|beginUpload|createFileTicket)$|A(ccount|vatar)$|ApiToken$|BulkRun$|Export$|Import$|TwoFactor$|Sessions?$|Notification|Password$|Push$|View$|CalendarFeed$|Webhook|^redeliver|^updateP(rofile|references)$/;

const listed = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));
const isRoot = (type: unknown): boolean => roots.some((root) => root === type);
const isConnection = (name: string): boolean => name.endsWith('Connection');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A literal that passes the coercion of a type, so that a call gets as far as the guard. */
function literal(type: unknown): string {
  const bare = getNullableType(type as GraphQLOutputType);
  if (isListType(bare)) return '[]';
  if (isEnumType(bare)) return bare.getValues()[0]?.name ?? '';
  if (isInputObjectType(bare)) {
    const required = Object.values(bare.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  return (
    { Int: '1', Boolean: 'true', DateTimeISO: '"2026-11-27T17:00:00Z"' }[
      getNamedType(bare as GraphQLOutputType).name
    ] ?? '"x"'
  );
}

/** The shortest call of a root field. */
function callOf(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const args = field.args.filter(({ type }) => isNonNullType(type)).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const name = root === schema.getQueryType() ? 'query' : 'mutation';
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  return `${name} { ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selection} }`;
}

describe('the schema', () => {
  it('has the types it should at all', () => {
    expect(objectTypes.length).toBeGreaterThan(10);
    expect(mutations.length).toBeGreaterThan(10);
  });

  it('refuses every root field without a token unless it is on the public list', async () => {
    const nobody = new Client(server);
    const open: string[] = [];
    for (const root of roots) {
      for (const field of Object.values(root.getFields())) {
        const { data, errors } = await nobody.graphql(callOf(root, field));
        expect(errors?.[0]?.extensions.code, field.name).not.toBe('BAD_REQUEST');
        if (errors?.[0]?.message !== 'Please sign in') open.push(field.name);
        else expect([errors[0].extensions.code, data?.[field.name] ?? null]).toEqual(['UNAUTHENTICATED', null]);
      }
    }
    // a new one is a decision
    expect(open.sort()).toEqual([
      'beginOidc',
      'completeLogin',
      'completeOidc',
      'forgotPassword',
      'invitation',
      'login',
      'openSharedLink',
      'register',
      'resetPassword',
      'revertEmail',
      'sharedBoard',
      'sharedTasks',
      'signInWays',
      'verifyEmail',
    ]);
  });

  it('refuses unmarked calls of an account that is being deleted, in GraphQL, REST and sockets', async () => {
    const person = await newPerson(server);
    await leave(person);
    const client = await signedIn(person);
    const refusal = 'This account is being deleted. Restore it to go on, or sign out.';
    const open: string[] = [];
    for (const root of roots) {
      for (const field of Object.values(root.getFields())) {
        if (isPublic(field)) continue;
        if (allowsPendingDeletion(field)) open.push(field.name);
        else {
          const { data, errors } = await client.graphql(callOf(root, field));
          const [refused] = errors ?? [];
          expect([refused?.extensions.code, refused?.message, data?.[field.name] ?? null], field.name).toEqual([
            'FORBIDDEN',
            refusal,
            null,
          ]);
        }
      }
    }
    // a new one is a decision
    expect(open.sort()).toEqual(['export', 'exports', 'logout', 'me', 'requestExport', 'restoreAccount']);
    for (const { method, path, graphqlField, public: isPublic, allowPendingDeletion } of routes) {
      if (isPublic) continue;
      if (allowPendingDeletion) expect(open, path).toContain(graphqlField);
      else {
        const url = path.replaceAll(/:\w+/g, randomUUID());
        const { status, body } = await client.rest(method, url, method === 'get' ? undefined : {});
        expect([status, body], `${method} ${path}`).toEqual([403, { code: 'FORBIDDEN', message: refusal }]);
      }
    }
    const openRoutes = routes.filter((it) => it.allowPendingDeletion);
    expect([...new Set(openRoutes.map(({ graphqlField }) => graphqlField ?? ''))].sort()).toEqual(open);
    for (const name of Object.keys(schema.getSubscriptionType()?.getFields() ?? {})) {
      // open to everyone who has the link
      if (name === 'sharedChanged') continue;
      const socket = follow(server, `subscription { ${name} { __typename } }`, { token: client.token });
      await expect.poll(() => socket.errors.map(({ message }) => message), { message: name }).toEqual([refusal]);
      expect(socket.events).toEqual([]);
      await socket.stop();
    }
  });

  it('describes every type, field, argument, input field and enum value', () => {
    const silent: string[] = [];
    const check = (name: string, { description }: { description?: string | null | undefined }) => {
      if (!description?.trim()) silent.push(name);
    };
    for (const type of types) {
      if (isSpecifiedScalarType(type)) continue;
      check(type.name, type);
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const field of Object.values(type.getFields())) {
          check(`${type.name}.${field.name}`, field);
          for (const arg of field.args) check(`${type.name}.${field.name}(${arg.name})`, arg);
        }
      }
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
      }
      if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    }
    expect(silent).toEqual([]);
  });

  it('answers every list of objects as a connection with first and after, last and before', () => {
    const bare: string[] = [];
    const connections: string[] = [];
    for (const type of objectTypes) {
      for (const field of Object.values(type.getFields())) {
        const name = `${type.name}.${field.name}`;
        const target = getNamedType(field.type);
        const ofConnection = isConnection(type.name) && ['nodes', 'edges'].includes(field.name);
        const isWhole = WHOLE_LISTS.has(name) || NAMES_OF_SETS.has(field.name);
        if (listed(field.type) && !SCALAR_LISTS.has(name) && !isWhole && !ofConnection) {
          bare.push(name);
        }
        if (!isConnection(target.name)) continue;
        connections.push(name);
        expect(
          field.args.map((arg) => arg.name),
          name,
        ).toEqual(expect.arrayContaining(['first', 'after', 'last', 'before']));
        expect(isNonNullType(field.type), name).toBe(!isRoot(type));
        expect(Object.keys((target as GraphQLObjectType).getFields()), name).toEqual(
          expect.arrayContaining(['nodes', 'edges', 'pageInfo', 'totalCount']),
        );
      }
    }
    expect(bare).toEqual([]);
    expect(connections).toEqual(expect.arrayContaining(['Query.tasks', 'Query.projects', 'Project.members']));
  });

  it('has only lists of plain values on the list of those', () => {
    for (const name of SCALAR_LISTS) {
      const [type, field] = name.split('.') as [string, string];
      const found = (schema.getType(type) as GraphQLObjectType).getFields()[field];
      expect(found && listed(found.type) && !isObjectType(getNamedType(found.type)), name).toBe(true);
    }
  });

  it('gives every mutation exactly one argument, its own input', () => {
    for (const { name, args } of mutations) {
      expect(args.map((arg) => [arg.name, getNamedType(arg.type).name])).toEqual([
        ['input', `${name[0]?.toUpperCase()}${name.slice(1)}Input`],
      ]);
    }
  });

  it('answers every mutation with a payload of its own', () => {
    for (const { name, type } of mutations) {
      expect(String(type)).toBe(`${name[0]?.toUpperCase()}${name.slice(1)}Payload`);
    }
  });

  it('takes a mutationId for every write to a project and answers the revision it left behind', () => {
    for (const { name, args, type } of mutations) {
      if (WITHOUT_PROJECT.test(name)) continue;
      const input = args[0] && getNamedType(args[0].type);
      expect(isInputObjectType(input) && Object.keys(input.getFields()), name).toContain('mutationId');
      const answered = Object.keys((getNamedType(type) as GraphQLObjectType).getFields());
      expect(answered, name).toContain('revisions');
      // writes to several projects have no single revision
      if (!OF_SEVERAL.has(name)) expect(answered, name).toContain('revision');
    }
  });

  it('has no root field that is non-null, so that a refused one leaves the answers of the others', () => {
    for (const root of roots) {
      for (const { name, type } of Object.values(root.getFields())) expect(isNonNullType(type), name).toBe(false);
    }
    expect(schemaText()).toMatch(/^ {2}me: User @semanticNonNull$/m);
    expect(schemaText()).toMatch(/^ {2}\): User$/m);
  });

  it('equals schema.graphql', () => {
    expect(readFileSync(path.join(import.meta.dirname, '../../../schema.graphql'), 'utf8')).toBe(schemaText());
  });
});
