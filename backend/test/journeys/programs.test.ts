import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLField, isCompositeType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAMS, programUseOf } from '../../src/api/graphql/programs.js';
import { createSchema } from '../../src/api/graphql/schema.js';
import { isPublic } from '../../src/platform/graphql/public.js';
import { routes } from '../../src/api/rest/routes.js';
import { newProgram, type TestProgram } from '../support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../support/client.js';
import { closeAfterTest, startServer } from '../support/harness.js';
import { type MailServer, startMailServer } from '../support/jobQueue.js';
import { type ChangeEvent, CHANGES } from './feed/changes.js';
import { rows } from '../support/rows.js';
import { mutation } from '../support/selections.js';
import { follow } from '../support/socket.js';

const schema = createSchema();
const fieldsOf = (type: { getFields(): Record<string, GraphQLField<unknown, unknown>> } | null | undefined) =>
  Object.values(type?.getFields() ?? {});
const [queries, mutations, subscriptions] = [
  fieldsOf(schema.getQueryType()),
  fieldsOf(schema.getMutationType()),
  fieldsOf(schema.getSubscriptionType()),
];

let server: MailServer;
let person: Person;
let other: Person;
/** Two projects of the person, and a task in each. */
let inside: { projectId: string; taskId: string };
let outside: { projectId: string; taskId: string };
let reader: TestProgram;
let writer: TestProgram;
/** A token for the project `inside` alone. */
let limited: TestProgram;

async function make(name: string): Promise<{ projectId: string; taskId: string }> {
  const { id: projectId } = await newProject(person, { name });
  await addMember(person, projectId, other);
  const { id: taskId } = await newTask(person, projectId, { title: `Paint ${name}`, tags: ['paint'] });
  return { projectId, taskId };
}

beforeAll(async () => {
  server = await startMailServer();
  [person, other] = [await newPerson(server), await newPerson(server)];
  [inside, outside] = [await make('inside'), await make('outside')];
  reader = await newProgram(person, { scope: 'READ' });
  writer = await newProgram(person);
  limited = await newProgram(person, { projectIds: [inside.projectId] });
});
afterAll(() => server.close());

const followed = <Event>(query: string, { client }: TestProgram, variables = {}) =>
  follow<Event>(server, query, { token: client.token, variables });

describe('the table of API client permissions', () => {
  it('has every root field, and closes those of accounts, memberships and the end of projects', () => {
    const all = [...queries, ...mutations, ...subscriptions].map(({ name }) => name);
    expect(Object.keys(PROGRAMS).sort()).toEqual([...all].sort());
    const closed =
      /^(add|update|remove)ProjectMember$|Invitation|invite|^(delete|purge|archive|unarchive|restore)Project$|^purge$|ApiToken|Session|TwoFactor|RecoveryCodes|[pP]assword|Profile|Preferences|Email|[lL]og(in|out)|register|Account|Avatar|Export|[sS]hare/;
    expect(all.filter((name) => closed.test(name)).length).toBeGreaterThan(20);
    expect(all.filter((name) => closed.test(name) && programUseOf(name).use !== 'never')).toEqual([]);
    for (const { name } of [...queries, ...mutations].filter(isPublic))
      expect(programUseOf(name).use, name).toBe('never');
  });

  it('allows no writes with a read token', () => {
    for (const { name } of mutations) expect(programUseOf(name).use, name).not.toBe('read');
    for (const { name } of [...queries, ...subscriptions]) expect(programUseOf(name).use, name).not.toBe('write');
  });

  it('holds for each REST row as for its GraphQL field; only reads are GET', () => {
    expect(routes.length).toBeGreaterThan(40);
    for (const { method, path, graphqlField, closedField, program } of routes) {
      expect(program, path).toEqual(programUseOf(closedField ?? graphqlField));
      if (program.use !== 'never') expect(program.use, path).toBe(method === 'get' ? 'read' : 'write');
    }
  });
});

describe('invitations', () => {
  it('cannot be read with an API token, because they contain addresses of outsiders', async () => {
    const { projectId } = inside;
    const address = 'outsider@yard.example';
    const asked = await person.client.rest('post', `/projects/${projectId}/invitations`, { email: address });
    expect(asked.status).toBe(201);
    const query = 'query ($id: ID!) { project(id: $id) { invitations { nodes { email } } } }';
    for (const { client } of [reader, writer, limited]) {
      const { status, text } = await client.rest('get', `/projects/${projectId}/invitations`);
      const answer = await client.graphql(query, { id: projectId });
      expect([status, answer.errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
      expect(text + answer.text).not.toContain(address);
    }
    // the project's owner reads them
    expect((await person.client.graphql(query, { id: projectId })).text).toContain(address);
  });
});

it('the accounts at providers that a person signs in with are read by no program', async () => {
  for (const { client } of [reader, writer, limited]) {
    expect((await client.rest('get', '/auth/identities')).status).toBe(403);
    const { errors } = await client.graphql('{ me { identities { subject } } }');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  }
  expect((await person.client.rest('get', '/auth/identities')).body.data).toEqual([]);
});

describe('every operation', () => {
  const isOpenTo = (name: string | null): [reader: boolean, writer: boolean, limited: boolean] => {
    const { use, isWide = false } = programUseOf(name);
    return [use === 'read', use !== 'never', use !== 'never' && !isWide];
  };
  const none = randomUUID();
  /** The least that a required argument takes. */
  const inline = (type: { toString(): string }): string => {
    const name = String(type);
    if (name.startsWith('[')) return '[]';
    return { 'ID!': `"${none}"`, 'Int!': '1', 'Boolean!': 'true', 'TaskGrouping!': 'STATUS' }[name] ?? '"nobody"';
  };

  it('in GraphQL refuses exactly what a token does not allow', async () => {
    for (const { name, type, args } of [...queries, ...mutations]) {
      const selection = isCompositeType(getNamedType(type)) ? '{ __typename }' : '';
      const given = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${inline(arg.type)}`);
      const operation =
        args[0]?.name === 'input'
          ? { text: mutation(name, '__typename'), input: literalOf(args[0]) }
          : { text: `{ ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection} }`, input: undefined };
      const codes = await Promise.all(
        [reader, writer, limited].map(async ({ client }) => {
          const { errors } = await client.graphql(operation.text, { input: operation.input });
          return errors?.[0]?.extensions.code;
        }),
      );
      expect(codes, name).not.toContain('BAD_REQUEST');
      expect(
        codes.map((code) => code !== 'FORBIDDEN'),
        name,
      ).toEqual(isOpenTo(name));
    }
  });

  it('by REST does so, too', async () => {
    for (const { method, path, graphqlField, closedField } of routes) {
      const url = path.replaceAll(/:\w+/g, none);
      const codes = await Promise.all(
        [reader, writer, limited].map(async ({ client }) => {
          const { body } = await client.rest(method, url, method === 'get' ? undefined : {});
          return body?.code as string | undefined;
        }),
      );
      expect(
        codes.map((code) => code !== 'FORBIDDEN'),
        `${method} ${path}`,
      ).toEqual(isOpenTo(closedField ?? graphqlField));
    }
  });
});

/** The smallest valid input; its ids do not exist. */
function literalOf(arg: GraphQLField<unknown, unknown>['args'][number] | undefined): object {
  const type = arg && getNamedType(arg.type);
  if (!type || !('getFields' in type)) return {};
  const fields = Object.values(type.getFields() as Record<string, { name: string; type: { toString(): string } }>);
  const required = fields.filter((field) => String(field.type).endsWith('!'));
  const valueOf = (name: string): unknown => {
    if (name.startsWith('[')) return [];
    const values: Record<string, unknown> = {
      'ID!': randomUUID(),
      'String!': '',
      'Boolean!': true,
      'Int!': 1,
      'DateTimeISO!': new Date().toISOString(),
    };
    const named = schema.getType(name.slice(0, -1));
    return values[name] ?? (named && 'getValues' in named ? named.getValues()[0]?.name : {});
  };
  return Object.fromEntries(required.map((field) => [field.name, valueOf(String(field.type))]));
}

describe('a program for some projects', () => {
  const ids = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

  it('finds nothing of the others: in lists, searches, counts, figures, positions and neighbors', async () => {
    const { client } = limited;
    expect(ids((await client.rest('get', '/projects')).body)).toEqual([inside.projectId]);
    expect(ids((await client.rest('get', '/tasks')).body)).toEqual([inside.taskId]);
    expect(ids((await client.rest('get', '/tasks?search=paint')).body)).toEqual([inside.taskId]);
    expect(ids((await client.rest('get', `/tasks?projectId=${outside.projectId}`)).body)).toEqual([]);
    const { data } = await client.graphql(`{
      projects { totalCount } tasks(filter: { tag: "paint" }) { totalCount nodes { project { name } } }
      dashboardStats { totalTasks } me { positions { projectId } lastProjectId } }`);
    expect(data).toEqual({
      projects: { totalCount: 1 },
      tasks: { totalCount: 1, nodes: [{ project: { name: 'inside' } }] },
      dashboardStats: { totalTasks: 1 },
      me: { positions: [{ projectId: inside.projectId }], lastProjectId: inside.projectId },
    });
    const activity = await client.rest('get', `/projects/${inside.projectId}/activity`);
    expect(activity.status).toBe(200);
    expect((await client.rest('get', `/projects/${outside.projectId}/activity`)).status).toBe(404);
    const move = { status: 'DONE', afterId: outside.taskId };
    expect((await client.rest('patch', `/tasks/${inside.taskId}/move`, move)).status).toBe(200);
    expect((await client.rest('get', '/auth/me')).body.data.positions).toHaveLength(1);
  });

  it('writes to its projects, and to no others', async () => {
    const { client } = limited;
    const task = (projectId: string) =>
      client.rest('post', '/tasks', { projectId, title: 'Order tins', priority: 'LOW' });
    expect((await task(inside.projectId)).status).toBe(201);
    expect((await task(outside.projectId)).status).toBe(404);
    const bulk = { ids: [inside.taskId, outside.taskId], priority: 'HIGH' };
    expect((await client.rest('patch', '/tasks/bulk', bulk)).status).toBe(404);
    const said = await person.client.rest('post', `/tasks/${outside.taskId}/comments`, { text: 'Ours' });
    expect((await client.rest('put', `/comments/${said.body.data.id}`, { text: 'Mine' })).status).toBe(404);
    expect((await client.rest('put', `/projects/${outside.projectId}`, { name: 'Mine' })).status).toBe(404);
    expect((await client.rest('put', `/projects/${inside.projectId}`, { name: 'inside' })).status).toBe(200);
    expect((await client.rest('post', '/projects', { name: 'More' })).body.code).toBe('FORBIDDEN');
    // an id that is taken elsewhere is taken, and says no more
    const again = { id: outside.taskId, projectId: inside.projectId, title: 'Again', priority: 'LOW' };
    const taken = await client.rest('post', '/tasks', again);
    expect([taken.status, taken.text.includes('Paint outside')]).toEqual([409, false]);
  });

  it('changes many tasks of its projects only, and hears of no run but those it has begun', async () => {
    const { client } = limited;
    // finishes the bulk runs begun above
    await server.work();
    const run = await person.client.rest('post', '/bulk-runs', { filter: { tag: 'paint' }, addTags: ['whole'] });
    expect(run.status).toBe(201);
    const foreign = `/bulk-runs/${run.body.data.id}`;
    expect((await client.rest('get', foreign)).status).toBe(404);
    expect((await client.rest('delete', foreign)).status).toBe(404);
    const second = await client.rest('post', '/bulk-runs', { filter: {}, addTags: ['narrow'] });
    expect([second.status, second.body.data]).toEqual([409, undefined]);
    expect((await writer.client.rest('delete', foreign)).status).toBe(204);
    const own = await client.rest('post', '/bulk-runs', { filter: { tag: 'paint' }, addTags: ['narrow'] });
    expect([own.status, own.body.data.total]).toEqual([201, 1]);
    await server.work();
    expect((await client.rest('get', `/bulk-runs/${own.body.data.id}`)).body.data.state).toBe('DONE');
    const found = await person.client.rest('get', '/tasks?tag=narrow');
    expect(ids(found.body)).toEqual([inside.taskId]);
  });
});

describe('the socket of a program', () => {
  it('sends events of its projects only: live, missed and joined', async () => {
    const after = [inside, outside].map(({ projectId }) => ({ projectId, revision: 1 }));
    const feed = followed<ChangeEvent>(CHANGES, limited, { after });
    const whole = followed<ChangeEvent>(CHANGES, reader, { after });
    await feed.until(2);
    await whole.until(4);
    const { id: joined } = await newProject(other);
    await addMember(other, joined, person);
    await newTask(person, outside.projectId, { title: 'Not told' });
    const told = await newTask(person, inside.projectId, { title: 'Told' });
    const sees = (events: readonly ChangeEvent[]) => events.some((event) => event.changes[0]?.task?.title === 'Told');
    const kinds = (events: readonly ChangeEvent[], of: string) =>
      [...new Set(events.filter(({ projectId }) => projectId === of).map(({ kind }) => kind))].sort();
    await expect.poll(() => sees(feed.events) && sees(whole.events)).toBe(true);
    await expect.poll(() => kinds(whole.events, joined)).toContain('PROJECT_JOINED');
    expect(kinds(feed.events, outside.projectId)).toEqual(['PROJECT_LEFT']);
    expect(kinds(feed.events, joined)).toEqual([]);
    expect(kinds(whole.events, outside.projectId)).toEqual(['CHANGES']);
    expect(JSON.stringify(feed.events)).not.toMatch(/Not told|Paint outside/);
    expect(feed.events.at(-1)?.changes[0]?.task?.id).toBe(told.id);
  });

  it('sends no notifications if the token is limited to some projects', async () => {
    const inbox = 'subscription { notificationChanged { action } }';
    const refused = followed(inbox, limited);
    await expect.poll(() => refused.errors[0]?.extensions?.['code']).toBe('FORBIDDEN');
    expect((await followed<{ action: string }>(inbox, reader).until(1))[0]?.action).toBe('SYNC');
  });

  it('closes when its token ends, revoked or expired, with 4401; others stay', async () => {
    const [revoked, ended] = [await newProgram(person), await newProgram(person)];
    const [one, two, stays] = [revoked, ended, writer].map((program) => followed<ChangeEvent>(CHANGES, program));
    for (const feed of [one, two, stays]) await feed?.until(1);
    await person.client.rest('delete', `/auth/tokens/${revoked.id}`);
    await rows(server, "update api_token set expires_at = now() - interval '1 second' where id = ?", [ended.id]);
    for (const feed of [one, two]) expect((await feed?.end())?.code).toBe(4401);
    expect(stays?.closed).toBeUndefined();
    expect((await followed(CHANGES, revoked).end()).code).toBe(4401);
  });
});

describe('limits', () => {
  it('count programs as their person', async () => {
    const strict = closeAfterTest(await startServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on' } }));
    const left = async (token: string | undefined): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${strict.url}/api/projects`, { headers });
      return Number(response.headers.get('ratelimit-remaining'));
    };
    const first = await left(person.client.token);
    const second = await left(reader.client.token);
    const third = await left(limited.client.token);
    expect([first - second, second - third]).toEqual([101, 101]);
  });
});
