import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskFilterSchema } from '../../contract/tasks.js';
import { createSchema } from '../../src/api/graphql/schema.js';
import { openApiDocument } from '../../src/api/rest/openapi.js';
import { addressOf, representationOf } from '../../src/api/rest/route.js';
import { routes } from '../../src/api/rest/routes.js';
import { issueVerification } from '../../src/auth/emailVerification.service.js';
import { createInvitationLink } from '../../src/projects/invitationLink.service.js';
import { inDays, newProgram } from '../support/apiToken.js';
import { addMember, Client, newPerson, newProject, newTask, type Person, type RestResult } from '../support/client.js';
import { readyExport } from '../support/exports.js';
import { endedImport } from '../support/imports.js';
import { startProvider, type TestProvider } from '../support/oidcProvider.js';
import { startServer, type TestServer } from '../support/harness.js';
import { browserKeys } from '../support/pushService.js';
import { rows } from '../support/rows.js';
import { codeOf, enableTwoFactor } from '../support/twoFactor.js';
import { square } from '../support/images.js';
import { findViolations, resolve, type Schema } from '../support/jsonSchemaCheck.js';

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  $ref?: string;
  description?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  'x-program': string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema>;
}

interface Document extends Schema {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: Record<string, Record<string, Schema>>;
}

const document = JSON.parse(JSON.stringify(openApiDocument('Tern', routes, createSchema()))) as Document;
const inBraces = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const operationOf = (method: string, path: string): Operation => {
  const operation = document.paths[inBraces(path)]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
);
const bodyOf = ({ requestBody }: Operation): Schema => {
  const ref = requestBody?.content['application/json']?.schema['$ref'];
  return typeof ref === 'string' ? resolve(document, ref) : {};
};
const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.map((parameter) =>
    parameter.$ref ? (resolve(document, parameter.$ref) as unknown as Parameter) : parameter,
  );

/** Every object within. */
function within(node: unknown): Schema[] {
  if (typeof node !== 'object' || node === null) return [];
  const children = Object.values(node).flatMap(within);
  return Array.isArray(node) ? children : [node as Schema, ...children];
}

let server: TestServer;
let owner: Person;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  server = await startServer({ env: provider.env, outboundResolve: () => Promise.resolve(['10.0.0.1']) });
  owner = await newPerson(server);
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});

describe('the OpenAPI document', () => {
  it('is public, and names its version and license', async () => {
    const { status, headers, body } = await new Client(server).rest('get', '/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Cairn API', version, license: { identifier: 'MIT' } },
      servers: [{ url: '/api' }],
    });
    expect(body.paths).toEqual(document.paths);
  });

  it('has every row of the route table and nothing else', () => {
    const rows = routes.map(({ method, path }) => `${method} ${inBraces(path)}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(rows.sort());
  });

  it('names each operation once, in words, under a tag that is explained', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.summary).not.toBe('');
      expect(operation.description).toMatch(/^[A-Z].*\.$/s);
      expect(tags).toContain(operation.tags[0]);
    }
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(tags));
  });

  it('has a use for each of its parts, and each reference leads to one', () => {
    const refs = new Set(within(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
    for (const ref of refs) resolve(document, ref);
    const { securitySchemes: _schemes, ...parts } = document.components;
    const unused = Object.entries(parts)
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
      .filter((ref) => !refs.has(ref));
    expect(unused).toEqual([]);
  });

  it('shows each refusal as it may come', () => {
    for (const [code, { content }] of Object.entries(document.components['responses'] ?? {})) {
      const { schema, example } =
        (content as Record<string, { schema: Schema; example: Schema }>)['application/json'] ?? {};
      expect(example?.['code']).toBe(code);
      expect(findViolations(example, schema ?? {}, document)).toEqual([]);
    }
  });

  it('takes keys where fields name tasks, and has what is in a path only there', () => {
    const bodies = document.components['schemas'] as Record<string, Schema>;
    const property = (body: string, name: string) =>
      (bodies[body]?.['properties'] as Record<string, Schema> | undefined)?.[name];
    const ids = property('BulkUpdateTasksBody', 'ids');
    expect(ids).toMatchObject({ type: 'array', description: expect.stringContaining('a key like HARB-12') });
    expect(JSON.stringify(ids)).not.toContain('uuid');
    expect(JSON.stringify(property('MoveTaskBody', 'afterId'))).not.toContain('uuid');
    expect(JSON.stringify(property('MoveTaskBody', 'columnId'))).toContain('uuid');
    expect(Object.keys(bodies['SetTagColorBody']?.['properties'] as object)).toEqual(['color']);
    for (const [method, path, name] of [
      ['get', '/tasks', 'parentId'],
      ['get', '/tasks/groups', 'parentId'],
      ['get', '/nodes', 'ids'],
      ['put', '/tasks/{id}/parent', 'id'],
      ['delete', '/tasks/{id}/relations/{otherId}', 'otherId'],
      ['delete', '/trash/{id}', 'id'],
    ] as const) {
      const found = parametersOf(operationOf(method, path)).find((parameter) => parameter.name === name);
      expect(found?.description, path).toContain('like HARB-12');
      const isList = found?.schema['type'] === 'array';
      expect(findViolations(isList ? ['HARB-12'] : 'HARB-12', found?.schema ?? {}, document), path).toEqual([]);
    }
    expect(JSON.stringify(document)).not.toContain('undefined');
    const { parameters } = operationOf('put', '/projects/{id}/tags/{name}') as { parameters?: Schema[] };
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'name',
        in: 'path',
        schema: expect.objectContaining({ type: 'string', maxLength: 30 }),
      }),
    );
  });

  it('has examples that fit the meaning of their fields', () => {
    const examples = operations.flatMap(({ operation: { requestBody, responses } }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) => {
        const content = (part as { content?: Record<string, { example?: unknown }> } | undefined)?.content;
        return content?.['application/json']?.example ?? [];
      }),
    );
    const objects = within(examples);
    const people = objects.filter((one) => 'lastName' in one && 'name' in one);
    expect(people.length).toBeGreaterThan(10);
    for (const { firstName, lastName, name } of people) expect(name).toBe(`${String(firstName)} ${String(lastName)}`);
    const isEmpty = ([, value]: [string, unknown]): boolean => value === 'Some text';
    const empty = objects.flatMap((one) =>
      Object.entries(one)
        .filter(isEmpty)
        .map(([name]) => [name, one]),
    );
    expect(empty).toEqual([]);
    const { responses } = operationOf('post', '/auth/forgot-password');
    expect(JSON.stringify(responses['200'])).toContain('a link to reset its password is on its way');
  });

  it('has an example of each body and each answer, which is as described', () => {
    for (const { name, operation } of operations) {
      const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      const contents = [operation.requestBody?.content, success?.['content'] as Schema | undefined];
      for (const content of contents) {
        const json = content?.['application/json'] as { schema: Schema; example: unknown } | undefined;
        if (!json) continue;
        const { schema, example } = json;
        expect(findViolations(example, schema, document, name)).toEqual([]);
      }
    }
  });

  it('has the rules of a password, and the maximum numbers of ids and tags', () => {
    const { password } = bodyOf(operationOf('post', '/auth/register'))['properties'] as Record<string, Schema>;
    expect(password).toMatchObject({ minLength: 8 });
    const fits = (text: string) => new RegExp(String(password?.['pattern']), 'u').test(text);
    expect(['Granite7stones', 'a\nB\n1', 'granite7', 'GRANITE7', 'Granite'].map(fits)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const { ids } = bodyOf(operationOf('patch', '/tasks/bulk'))['properties'] as Record<string, Schema>;
    expect(ids).toMatchObject({ type: 'array', minItems: 1, maxItems: 200 });
    const { tags } = bodyOf(operationOf('post', '/tasks'))['properties'] as Record<string, Schema>;
    expect(tags?.['anyOf']).toContainEqual(expect.objectContaining({ type: 'array', maxItems: 20 }));
  });

  it('describes paths, queries, bodies and answers as the table has them', () => {
    for (const route of routes) {
      const { method, path, public: open, status, body, answer, paged, device, file, upload } = route;
      const { program, graphqlField, versioned } = route;
      const operation = operationOf(method, path);
      const given = parametersOf(operation);
      const names = (place: string) => given.filter((p) => p.in === place).map(({ name }) => name);
      expect(names('path')).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      expect(names('query').includes('limit')).toBe(paged ?? false);
      const isKeyed = method !== 'get' && !open && path !== '/auth/logout';
      expect(names('header')).toEqual([
        ...(isKeyed ? ['Idempotency-Key'] : []),
        ...(versioned ? ['If-Match'] : []),
        ...(method === 'get' && representationOf(route, routes) ? ['If-None-Match'] : []),
        ...(method === 'get' && program.use === 'read' ? ['Position'] : []),
        ...(device ? ['X-Device'] : []),
      ]);
      for (const parameter of given) expect(parameter.description, `${path} ${parameter.name}`).toMatch(/\w/);
      const byProgram = program.use === 'never' ? undefined : [{ bearer: [] }, { apiToken: [] }];
      expect(operation.security).toEqual(open ? [] : byProgram);
      expect(operation['x-program']).toBe(program.use);
      // a wrong password, a shared link that needs one, or a forged answer of a provider
      const isAnswered401 = path.startsWith('/auth/login') || /^\/(shared\/(board|tasks)|auth\/oidc\/)/.test(path);
      expect('401' in operation.responses).toBe(!open || isAnswered401);
      expect(Object.keys(operation.responses).some((code) => code.startsWith('4'))).toBe(true);
      expect(operation.requestBody !== undefined).toBe((body ?? upload) !== undefined);
      const success = operation.responses[status] ?? {};
      expect('content' in success, `${method} ${path} says what it answers`).toBe(status !== 204);
      expect((answer ?? file) !== undefined).toBe(status !== 204);
      expect(Object.keys(success['headers'] ?? {})).toEqual([
        ...(paged ? ['Link', 'X-Total-Count'] : []),
        ...(representationOf(route, routes) ? ['ETag'] : []),
        ...(addressOf(route, routes) ? ['Location'] : []),
        ...(open || file ? [] : ['Position']),
        ...(returnsChangeSets(graphqlField) ? ['Revisions'] : []),
        ...(open ? [] : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
        'X-Request-Id',
      ]);
    }
  });

  it('explains each field of a body, and says which must be there', () => {
    for (const { name, operation } of operations) {
      for (const [field, schema] of Object.entries((bodyOf(operation)['properties'] ?? {}) as Record<string, Schema>)) {
        expect(schema['description'], `${name}: ${field}`).toMatch(/\w/);
      }
    }
    expect(bodyOf(operationOf('post', '/tasks'))).toMatchObject({
      type: 'object',
      required: ['title', 'projectId', 'priority'],
      properties: {
        projectId: { type: 'string', format: 'uuid' },
        title: { type: 'string', minLength: 1, maxLength: 200 },
        priority: { type: 'string', enum: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] },
        dueDate: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      },
    });
    expect(bodyOf(operationOf('put', '/tasks/:id'))).not.toHaveProperty('required');
    const described = { description: expect.stringMatching(/\w/) as string };
    expect(bodyOf(operationOf('post', '/tasks/bulk'))['properties']).toMatchObject({
      tasks: {
        maxItems: 200,
        items: {
          required: ['title', 'priority'],
          properties: {
            title: { minLength: 1, maxLength: 200, ...described },
            priority: { enum: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] },
            comments: {
              anyOf: [
                {
                  maxItems: 20,
                  items: { required: ['text'], properties: { text: { maxLength: 10_000, ...described } } },
                },
                { type: 'null' },
              ],
            },
          },
        },
      },
    });
  });

  it('defines emails as browsers do', () => {
    const { email } = bodyOf(operationOf('post', '/auth/register'))['properties'] as { email: Schema };
    expect(email['format']).toBeUndefined();
    expect(email['maxLength']).toBe(254);
    const fits = (text: string) => new RegExp(String(email['pattern']), 'u').test(text);
    expect(["o'brien@tern.example", 'a@localhost', 'a@tern', 'müller@tern.example'].map(fits)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('names the filters of the contract, and the server reads each', async () => {
    const given = parametersOf(operationOf('get', '/tasks')).filter((p) => p.in === 'query');
    const names = given.map(({ name }) => name);
    expect(names).toEqual([...Object.keys(taskFilterSchema.entries), 'orderBy', 'limit', 'after', 'before', 'total']);
    for (const name of names) {
      const { status } = await owner.client.rest('get', `/tasks?${name}=${encodeURIComponent('\u0000'.repeat(300))}`);
      expect(status, name).toBe(['after', 'before'].includes(name) ? 400 : 422);
    }
  });
});

/** Does a write answer the names of the change sets that it leaves? */
function returnsChangeSets(graphqlField: string | null): boolean {
  const type = getNamedType(createSchema().getMutationType()?.getFields()[graphqlField ?? '']?.type);
  return isObjectType(type) && 'revisions' in type.getFields();
}

describe('answers', () => {
  const covered = new Set<string>();

  /** Calls a row and holds the answer, be it a success or a refusal, against the document. */
  async function call(client: Client, method: string, path: string, url: string, body?: unknown): Promise<RestResult> {
    const result = await client.rest(method, url, body);
    const { responses } = operationOf(method, path);
    const written = responses[String(result.status)];
    expect(written, `${method} ${path} may answer ${result.status}: ${result.text}`).toBeDefined();
    const ref = written?.['$ref'];
    const found = (typeof ref === 'string' ? resolve(document, ref) : written) as {
      content?: Record<string, { schema: Schema }>;
    };
    const schema = found.content?.['application/json']?.schema;
    if (schema) expect(findViolations(result.body, schema, document), `${method} ${path}`).toEqual([]);
    else if (found.content) expect(Object.keys(found.content)).toEqual([result.headers.get('content-type')]);
    else expect(result.text).toBe('');
    if (result.status < 300) covered.add(`${method} ${path}`);
    return result;
  }

  /** What administrators do, to another account than this one, which stays as it is. */
  async function administer(as: Client, { id }: Person): Promise<void> {
    await rows(server, 'update account set is_admin = true where id = ?', [owner.id]);
    const other = await newPerson(server, 'Jon');
    const shared = await newProject(other);
    await addMember(other, shared.id, owner);
    await enableTwoFactor(other);
    const proof = { currentPassword: owner.password };
    const account = '/admin/accounts/:id';
    const path = `/admin/accounts/${other.id}`;
    await call(as, 'get', '/admin/accounts', `/admin/accounts?search=${other.email}&state=ACTIVE`);
    await call(as, 'post', `${account}/reset-link`, `${path}/reset-link`, proof);
    await call(as, 'post', `${account}/reset-two-factor`, `${path}/reset-two-factor`, proof);
    await call(as, 'put', `${account}/admin`, `${path}/admin`, { ...proof, isAdmin: false });
    await call(as, 'post', `${account}/transfer`, `${path}/transfer`, { ...proof, newOwnerId: owner.id });
    await call(as, 'post', `${account}/suspend`, `${path}/suspend`, proof);
    await call(as, 'delete', `${account}/suspend`, `${path}/suspend`, proof);
    await call(as, 'delete', account, path, proof);
    await call(as, 'put', '/admin/settings', '/admin/settings', { signUp: 'open' });
    await call(as, 'get', '/admin/instance', '/admin/instance');
    await call(as, 'get', '/admin/projects', '/admin/projects');
    await call(as, 'get', '/admin/security-events', `/admin/security-events?userId=${id}`);
    await call(as, 'get', '/admin/security-events/file', `/admin/security-events/file?userId=${id}`);
    await call(as, 'post', '/admin/test-mail', '/admin/test-mail');
    const invited = await call(as, 'post', '/admin/invitations', '/admin/invitations', { email: 'new@yard.example' });
    await call(as, 'get', '/admin/invitations', '/admin/invitations');
    await call(as, 'delete', '/admin/invitations/:id', `/admin/invitations/${invited.body.data.id}`);
  }

  it('of every row are as described', async () => {
    const as = owner.client;
    const guest = await newPerson(server, 'Ines');
    const account = { firstName: 'Ines', lastName: 'Sol', username: `i${Date.now()}`, password: 'Granite7stones' };
    await call(new Client(server), 'post', '/auth/register', '/auth/register', {
      ...account,
      email: `${account.username}@tern.example`,
    });
    const { email, password } = guest;
    const signedIn = await call(new Client(server), 'post', '/auth/login', '/auth/login', { email, password });
    const second = new Client(server, signedIn.body.data.tokens.accessToken);
    await call(as, 'get', '/auth/me', '/auth/me');
    await call(second, 'put', '/auth/profile', '/auth/profile', { lastName: 'Sol' });
    await call(second, 'put', '/auth/avatar', '/auth/avatar', await square());
    await call(second, 'delete', '/auth/avatar', '/auth/avatar');
    await call(second, 'get', '/auth/preferences', '/auth/preferences');
    await call(second, 'put', '/auth/preferences', '/auth/preferences', { theme: 'DARK' });
    await call(second, 'put', '/auth/change-password', '/auth/change-password', {
      currentPassword: password,
      newPassword: 'Basalt8columns',
    });
    const others = await call(second, 'get', '/auth/sessions', '/auth/sessions');
    expect(others.body.data).toHaveLength(1);
    const third = await call(new Client(server), 'post', '/auth/login', '/auth/login', {
      email,
      password: 'Basalt8columns',
    });
    const [, other] = (await call(second, 'get', '/auth/sessions', '/auth/sessions')).body.data as { id: string }[];
    expect(third.status).toBe(200);
    await call(second, 'delete', '/auth/sessions/:id', `/auth/sessions/${other?.id}`);
    await call(second, 'delete', '/auth/sessions', '/auth/sessions');
    const proof = { currentPassword: 'Basalt8columns' };
    const token = { name: 'Nightly report', scope: 'READ', expiresAt: inDays(7) };
    const program = await call(second, 'post', '/auth/tokens', '/auth/tokens', { ...token, ...proof });
    await call(second, 'get', '/auth/tokens', '/auth/tokens');
    await call(second, 'delete', '/auth/tokens/:id', `/auth/tokens/${program.body.data.apiToken.id}`);
    const calendar = await call(second, 'post', '/calendar-feeds', '/calendar-feeds', { name: 'Mine', as: 'EVENTS' });
    await call(second, 'get', '/calendar-feeds', '/calendar-feeds');
    await call(second, 'delete', '/calendar-feeds/:id', `/calendar-feeds/${calendar.body.data.calendarFeed.id}`);
    const hook = { name: 'Bridge', url: 'https://tern.example/hook', events: ['*'] };
    const { id: hookId } = (await call(second, 'post', '/webhooks', '/webhooks', hook)).body.data.webhook;
    const ofHook = (method: string, path: string, body?: object) =>
      call(second, method, `/webhooks/:id${path}`, `/webhooks/${hookId}${path}`, body);
    await call(second, 'get', '/webhooks', '/webhooks');
    await ofHook('get', '');
    await ofHook('patch', '', { paused: false });
    await ofHook('post', '/secret');
    const sent = await ofHook('post', '/test');
    await ofHook('get', '/deliveries');
    await call(
      second,
      'post',
      '/webhooks/:id/deliveries/:deliveryId/redeliver',
      `/webhooks/${hookId}/deliveries/${sent.body.data.id}/redeliver`,
    );
    const { id: ownProject } = await newProject({ client: second } as Person);
    await ofHook('post', '/redeliver-since', { projectId: ownProject, revision: 0 });
    await ofHook('delete', '');
    const view = await call(second, 'post', '/views', '/views', {
      name: 'Mine',
      filter: { assigneeIds: ['me'], parentId: 'none' },
    });
    await call(second, 'get', '/views', '/views');
    await call(second, 'patch', '/views/:id', `/views/${view.body.data.id}`, { name: 'Ours' });
    await call(second, 'delete', '/views/:id', `/views/${view.body.data.id}`);
    await call(second, 'get', '/push', '/push');
    const browser = await call(second, 'post', '/push', '/push', browserKeys());
    await call(second, 'delete', '/push/:id', `/push/${browser.body.data.pushSubscriptionId}`);
    await call(new Client(server), 'get', '/auth/ways', '/auth/ways');
    const linking = await call(second, 'post', '/auth/identities', '/auth/identities', proof);
    const subject = randomUUID();
    provider.people.set(subject, { email: `${subject}@tern.example` });
    const { url, verifier } = linking.body.data as { url: string; verifier: string };
    const answer = { ...(await provider.signIn(url, subject)), verifier };
    await call(second, 'post', '/auth/oidc/complete', '/auth/oidc/complete', answer);
    const proving = await call(second, 'post', '/auth/oidc/begin', '/auth/oidc/begin', { for: 'PROOF' });
    const proved = { ...(await provider.signIn(proving.body.data.url, subject)), verifier: proving.body.data.verifier };
    await call(second, 'post', '/auth/oidc/complete', '/auth/oidc/complete', proved);
    const identities = await call(second, 'get', '/auth/identities', '/auth/identities');
    await call(second, 'delete', '/auth/identities/:id', `/auth/identities/${identities.body.data[0].id}`);
    const begun = await call(second, 'post', '/auth/two-factor', '/auth/two-factor', proof);
    const confirm = { code: codeOf(begun.body.data.secret) };
    const { body: told } = await call(second, 'post', '/auth/two-factor/confirm', '/auth/two-factor/confirm', confirm);
    const [one, two] = told.data.recoveryCodes as string[];
    const waits = await call(new Client(server), 'post', '/auth/login', '/auth/login', {
      email,
      password: 'Basalt8columns',
    });
    await call(new Client(server), 'post', '/auth/login/two-factor', '/auth/login/two-factor', {
      challenge: waits.body.data.challenge.token,
      code: one,
    });
    const codes = '/auth/two-factor/recovery-codes';
    const renewed = await call(second, 'post', codes, codes, { ...proof, code: two });
    await call(second, 'delete', '/auth/two-factor', '/auth/two-factor', {
      ...proof,
      code: renewed.body.data.recoveryCodes[0],
    });
    const asked = await call(as, 'post', '/auth/export', '/auth/export');
    expect([asked.status, asked.headers.get('location')]).toEqual([202, `/api/auth/export/${asked.body.data.id}`]);
    await call(as, 'get', '/auth/export', '/auth/export');
    const ready = `/auth/export/${await readyExport(server, owner.id)}`;
    await call(as, 'get', '/auth/export/:id', ready);
    await call(as, 'get', '/auth/export/:id/file', `${ready}/file`);
    await call(as, 'get', '/auth/export/:id/files', `${ready}/files`);
    await call(second, 'post', '/auth/email/resend-verification', '/auth/email/resend-verification');
    const verification = await issueVerification(server.resources, guest.id);
    await call(second, 'post', '/auth/email/verify', '/auth/email/verify', { token: verification?.token });
    await administer(as, guest);
    await call(second, 'post', '/auth/delete-account', '/auth/delete-account', proof);
    const last = await call(new Client(server), 'post', '/auth/login', '/auth/login', {
      email,
      password: 'Basalt8columns',
    });
    const leaving = new Client(server, last.body.data.tokens.accessToken);
    await call(leaving, 'get', '/auth/me', '/auth/me');
    await call(leaving, 'get', '/projects', '/projects');
    await call(leaving, 'post', '/auth/restore-account', '/auth/restore-account');
    await call(leaving, 'post', '/auth/logout', '/auth/logout');
    await call(second, 'post', '/auth/forgot-password', '/auth/forgot-password', { email });

    const made = await call(as, 'post', '/projects', '/projects', { name: 'Tern launch' });
    await call(as, 'post', '/projects/example', '/projects/example', {});
    const project: string = made.body.data.id;
    const at = `/projects/${project}`;
    await call(as, 'get', '/projects', '/projects');
    await call(as, 'get', '/projects/:id', at);
    await call(as, 'put', '/projects/:id', at, { color: '#2F8068' });
    await call(as, 'patch', '/projects/:id', at, { color: '#2F8068' });
    await call(as, 'post', '/projects/:id/members', `${at}/members`, { userId: guest.id });
    await call(as, 'get', '/projects/:id/members', `${at}/members`);
    await call(as, 'patch', '/projects/:id/members/:userId', `${at}/members/${guest.id}`, { role: 'MEMBER' });
    const invited = await call(as, 'post', '/projects/:id/invitations', `${at}/invitations`, {
      email: 'g@yard.example',
    });
    await call(as, 'get', '/projects/:id/invitations', `${at}/invitations`);
    await call(as, 'get', '/projects/:id/suggested-members', `${at}/suggested-members`);
    const invitation = `${at}/invitations/${invited.body.data.id}`;
    await call(as, 'post', '/projects/:id/invitations/:invitationId/resend', `${invitation}/resend`);
    const link = await createInvitationLink(server.resources, invited.body.data.id);
    await call(new Client(server), 'post', '/invitations/preview', '/invitations/preview', { token: link?.token });
    const newcomer = await newPerson(server, 'Uma');
    await call(newcomer.client, 'post', '/invitations/accept', '/invitations/accept', { token: link?.token });
    const again = await call(as, 'post', '/projects/:id/invitations', `${at}/invitations`, { email: 'g@yard.example' });
    const end = '/projects/:id/invitations/:invitationId';
    await call(as, 'delete', end, `${at}/invitations/${again.body.data.id}`);
    const importing = await call(as, 'post', '/imports', '/imports', {
      source: 'TRELLO',
      newProject: { name: 'Garden' },
    });
    await call(as, 'put', '/imports/:id/file', `/imports/${importing.body.data.id}/file`, Buffer.from('{}'));
    await call(as, 'get', '/imports', '/imports');
    await call(as, 'post', '/imports/:id/stop', `/imports/${importing.body.data.id}/stop`);
    const over = `/imports/${await endedImport(server, owner.id, project)}`;
    await call(as, 'get', '/imports/:id', over);
    await call(as, 'get', '/imports/:id/report', `${over}/report`);
    await call(as, 'post', '/imports/:id/undo', `${over}/undo`);
    const links = '/projects/:id/share-links';
    const shared = await call(as, 'post', links, `${at}/share-links`, { password: 'Granite8stones', initials: true });
    await call(as, 'get', links, `${at}/share-links`);
    const shareToken: string = shared.body.data.url.split('/').at(-1);
    const visitor = new Client(server);
    const opened = await call(visitor, 'post', '/shared/open', '/shared/open', {
      token: shareToken,
      password: 'Granite8stones',
    });
    const asVisitor = { token: shareToken, key: opened.body.data.key };
    const board = await call(visitor, 'post', '/shared/board', '/shared/board', asVisitor);
    const { id: sharedColumn } = board.body.data.columns[0];
    await call(visitor, 'post', '/shared/tasks', '/shared/tasks', { ...asVisitor, column: sharedColumn });
    await call(as, 'delete', `${links}/:shareLinkId`, `${at}/share-links/${shared.body.data.shareLink.id}`);
    await call(as, 'get', '/users/lookup', `/users/lookup?emailOrUsername=${guest.username}`);
    await call(as, 'get', '/users/lookup', '/users/lookup?emailOrUsername=nobody.at.all');

    const body = { title: 'Choose the date', priority: 'HIGH', projectId: project, dueDate: '2026-12-01T10:00:00Z' };
    const first = await call(as, 'post', '/tasks', '/tasks', { ...body, tags: ['paper'] });
    const task = `/tasks/${first.body.data.id}`;
    await newTask(owner, project);
    await call(as, 'post', '/tasks/bulk', '/tasks/bulk', {
      projectId: project,
      tasks: [{ title: 'Ask the printer', priority: 'LOW', comments: [{ text: 'By phone' }] }],
    });
    await call(as, 'get', '/tasks/groups', `/tasks/groups?groupBy=DUE&projectId=${project}`);
    const list = await call(as, 'get', '/tasks', `/tasks?projectId=${project}&statuses=TODO,DONE&limit=1`);
    expect(list.headers.get('link')).toMatch(/^<\/api\/tasks\?.*>; rel="next"$/);
    await call(as, 'get', '/tasks/:id', task);
    await call(as, 'put', '/tasks/:id', task, { title: 'Choose the day', version: first.body.data.version });
    await call(as, 'patch', '/tasks/:id', task, { title: 'Choose the launch day' });
    const left = await call(as, 'patch', '/tasks/:id/assign', `${task}/assign`, { assigneeId: owner.id });
    const [projectId, revision] = left.headers.get('revisions')?.split('=') ?? [];
    await call(as, 'post', '/undo', '/undo', { acts: [{ projectId, revision: Number(revision) }] });
    await call(as, 'patch', '/tasks/:id/status', `${task}/status`, { status: 'DONE' });
    await call(as, 'patch', '/tasks/:id/move', `${task}/move`, { status: 'TODO' });
    const more = await newProject(owner);
    await call(as, 'patch', '/tasks/:id/project', `${task}/project`, { projectId: more.id });
    await call(as, 'patch', '/tasks/:id/project', `${task}/project`, { projectId: project });
    const columns = `/projects/${project}/columns`;
    const column = await call(as, 'post', '/projects/:id/columns', columns, { name: 'Next', status: 'TODO' });
    const listed = await call(as, 'get', '/projects/:id/columns', columns);
    await call(as, 'put', '/projects/:id/tags/:name', `/projects/${project}/tags/paper`, { color: '#2f8068' });
    await call(as, 'get', '/projects/:id/tags', `/projects/${project}/tags`);
    const columnAt = `/columns/${column.body.data.id}`;
    await call(as, 'put', '/columns/:id', columnAt, { limit: 5 });
    await call(as, 'patch', '/columns/:id/place', `${columnAt}/place`, {});
    await call(as, 'delete', '/columns/:id', `${columnAt}?moveTasksTo=${listed.body.data[0].id}`);
    const rule = { rule: 'FREQ=WEEKLY;BYDAY=TU', timeZone: 'Europe/Zurich' };
    await call(as, 'put', '/tasks/:id/repeat', `${task}/repeat`, rule);
    await call(as, 'post', '/tasks/:id/repeat/skip', `${task}/repeat/skip`);
    await call(as, 'delete', '/tasks/:id/repeat', `${task}/repeat`);
    await call(as, 'get', '/tasks/:id/watchers', `${task}/watchers`);
    await call(as, 'post', '/tasks/:id/watch', `${task}/watch`);
    await call(as, 'delete', '/tasks/:id/watch', `${task}/watch`);
    await call(as, 'post', '/projects/:id/mute', `${at}/mute`);
    await call(as, 'delete', '/projects/:id/mute', `${at}/mute`);
    await call(as, 'post', '/tasks/:id/duplicate', `${task}/duplicate`, {});
    await call(as, 'post', '/projects/:id/duplicate', `${at}/duplicate`, { name: 'Copy' });
    const size = 48_213;
    await call(as, 'post', '/uploads', '/uploads', { taskId: first.body.data.id, name: 'plan.png', size });
    const files = `${task}/attachments`;
    const file = await call(as, 'post', '/tasks/:id/attachments', `${files}?name=plan.txt`, 'The plan of the hall');
    const fileAt = `/attachments/${file.body.data.id}`;
    await call(as, 'get', '/tasks/:id/attachments', files);
    await call(as, 'put', '/tasks/:id/cover', `${task}/cover`, { attachmentId: file.body.data.id });
    await call(as, 'patch', '/attachments/:id', fileAt, { name: 'hall.txt' });
    await call(as, 'post', '/attachments/:id/ticket', `${fileAt}/ticket`);
    await call(as, 'delete', '/attachments/:id', fileAt);
    const item = await call(as, 'post', '/tasks/:id/checklist', `${task}/checklist`, { text: 'Ask the hall' });
    const itemPath = '/tasks/:id/checklist/:itemId';
    const itemAt = `${task}/checklist/${item.body.data.id}`;
    await call(as, 'post', '/tasks/:id/checklist/bulk', `${task}/checklist/bulk`, { items: [{ text: 'And print' }] });
    await call(as, 'get', '/tasks/:id/checklist', `${task}/checklist`);
    await call(as, 'patch', itemPath, itemAt, { done: true, version: item.body.data.version });
    await call(as, 'post', `${itemPath}/move`, `${itemAt}/move`, { afterId: null });
    await call(as, 'delete', itemPath, itemAt);
    const turned = await call(as, 'post', '/tasks/:id/checklist', `${task}/checklist`, { text: 'Book the hall' });
    const subtask = await call(as, 'post', `${itemPath}/task`, `${task}/checklist/${turned.body.data.id}/task`, {});
    const subtaskAt = `/tasks/${subtask.body.data.id}`;
    await call(as, 'get', '/tasks/:id/subtasks', `${task}/subtasks`);
    await call(as, 'post', '/tasks/:id/relations', `${task}/relations`, {
      otherId: subtask.body.data.id,
      kind: 'BLOCKS',
    });
    await call(as, 'get', '/tasks/:id/relations', `${task}/relations`);
    await call(as, 'delete', '/tasks/:id/relations/:otherId', `${task}/relations/${subtask.body.data.id}`);
    await call(as, 'put', '/tasks/:id/parent', `${subtaskAt}/parent`, { parentId: null });
    await call(as, 'patch', '/tasks/bulk', '/tasks/bulk', { ids: [first.body.data.id], addTags: ['press'] });
    const run = await call(as, 'post', '/bulk-runs', '/bulk-runs', {
      filter: { projectId: project },
      status: 'TODO',
    });
    const runId: string = run.body.data.id;
    expect(run.headers.get('location')).toBe(`/api/bulk-runs/${runId}`);
    await call(as, 'get', '/bulk-runs/:id', `/bulk-runs/${runId}`);
    await call(as, 'delete', '/bulk-runs/:id', `/bulk-runs/${runId}`);
    const said = await call(as, 'post', '/tasks/:id/comments', `${task}/comments`, { text: 'The tenth?' });
    const comment = `/comments/${said.body.data.id}`;
    await call(as, 'get', '/tasks/:id/comments', `${task}/comments`);
    await call(as, 'put', '/comments/:id', comment, { text: 'The eleventh?' });
    await call(as, 'get', '/tasks/:id/history', `${task}/history`);
    await call(as, 'get', '/tasks/:id/description-versions', `${task}/description-versions`);
    await call(as, 'get', '/projects/:id/activity', `${at}/activity`);
    await call(as, 'get', '/projects/:id/comments', `${at}/comments`);
    await call(as, 'get', '/projects/:id/changes', `${at}/changes`);
    await call(as, 'get', '/dashboard/stats', '/dashboard/stats');
    await call(as, 'get', '/dashboard/since-last-visit', '/dashboard/since-last-visit');
    await call(as, 'get', '/analytics', `/analytics?from=2026-01-01&to=2026-12-31&projectId=${project}`);
    await call(as, 'get', '/people', '/people');
    await call(as, 'get', '/activity', '/activity?actorId=me');
    const named = [first.body.data.id, project, said.body.data.id, guest.id, randomUUID()];
    const nodes = await call(as, 'get', '/nodes', `/nodes?ids=${named.join(',')}`);
    expect(nodes.body.data.map((found: { type: string } | null) => found?.type)).toEqual([
      'Task',
      'Project',
      'Comment',
      'User',
      undefined,
    ]);

    const note = await call(as, 'post', '/notifications', '/notifications', { title: 'Call Ines' });
    await call(as, 'get', '/notifications', '/notifications?unreadOnly=true');
    await call(as, 'patch', '/notifications/:id/read', `/notifications/${note.body.data.id}/read`);
    await call(as, 'patch', '/notifications/:id/snooze', `/notifications/${note.body.data.id}/snooze`, { until: null });
    await call(as, 'patch', '/notifications/read-all', '/notifications/read-all');
    await call(as, 'delete', '/notifications/:id', `/notifications/${note.body.data.id}`);
    await call(as, 'delete', '/notifications', '/notifications');

    await call(as, 'delete', '/comments/:id', comment);
    await call(as, 'delete', '/tasks/:id', task);
    await call(as, 'delete', '/projects/:id/members/:userId', `${at}/members/${guest.id}`);
    await call(as, 'post', '/tasks/:id/restore', `${task}/restore`);
    await call(as, 'delete', '/tasks/:id', task);
    await call(as, 'get', '/trash', '/trash?limit=5');
    await call(as, 'delete', '/trash/:id', `/trash/${first.body.data.id}`);
    await call(as, 'post', '/projects/:id/archive', `${at}/archive`);
    await call(as, 'put', '/projects/:id', at, { name: 'Other' });
    await call(as, 'post', '/projects/:id/unarchive', `${at}/unarchive`);
    await call(as, 'delete', '/projects/:id', at);
    await call(as, 'post', '/projects/:id/restore', `${at}/restore`);

    // need the token of a mail; their refusals are below
    const rows = routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((row) => !/reset-password|revert/.test(row));
    expect(rows.filter((row) => !covered.has(row))).toEqual([]);
  });

  it('that refuse are among those the row is said to give', async () => {
    const { id: project } = await newProject(owner);
    const member = await newPerson(server, 'Jun');
    await addMember(owner, project, member);
    const nobody = new Client(server);
    // with low limits, to get many refusals
    const { client: program } = await newProgram(owner, { scope: 'READ', projectIds: [project] });
    const large = routes.find((route) => route.body && !route.public);
    for (const route of routes) {
      const { method, path, body, paged, public: open, upload } = route;
      const ids = path.replaceAll(/:\w+/g, randomUUID());
      const statuses: number[] = [];
      const add = async (client: Client, url: string, sent?: unknown): Promise<void> => {
        statuses.push((await call(client, method, path, url, sent)).status);
      };
      if (!open) await add(nobody, ids, body && {});
      if (!open) await add(program, ids, body && {});
      if (ids !== path) {
        await add(owner.client, path.replaceAll(/:\w+/g, 'none'), body && {});
        await add(owner.client, ids, body && {});
      }
      if (body) {
        await add(owner.client, ids, '{');
        // A large body is refused before any row reads it.
        expect(operationOf(method, path).responses).toHaveProperty('413');
        if (route === large) await add(owner.client, ids, { title: 'x'.repeat(1_100_000) });
        await add(
          owner.client,
          ids,
          Object.fromEntries(
            Object.keys(bodyOf(operationOf(method, path))['properties'] ?? {}).map((key) => [key, []]),
          ),
        );
      }
      if (upload) {
        for (const bytes of [0, 10, upload.bytes + 1]) await add(owner.client, ids, new Uint8Array(bytes));
      }
      if (paged) {
        await add(owner.client, `${ids}?limit=0`);
        await add(owner.client, `${ids}?after=none`);
      }
      expect(
        statuses.filter((status) => status >= 500),
        `${method} ${path}`,
      ).toEqual([]);
    }
    expect(large).toBeDefined();
    await call(member.client, 'delete', '/projects/:id', `/projects/${project}`);
    await call(nobody, 'post', '/auth/login', '/auth/login', { email: 'none@tern.example', password: 'x' });
  });

  it('to unknown and to ambiguous keys of tasks are among them, too', async () => {
    const jun = await newPerson(server, 'Jun');
    for (const by of [owner, jun]) {
      const { id } = await newProject(by, { name: 'Gull', key: 'GULLS' });
      await newTask(by, id);
      if (by === jun) await addMember(jun, id, owner);
    }
    for (const [path, url, unknown] of [
      ['/tasks/:id', '/tasks/KEY', 404],
      ['/tasks/:id/comments', '/tasks/KEY/comments', 404],
      ['/tasks', '/tasks?parentId=KEY', 404],
      ['/tasks/groups', '/tasks/groups?groupBy=STATUS&parentId=KEY', 404],
      ['/nodes', '/nodes?ids=KEY', 200],
    ] as const) {
      const ask = async (key: string) => (await call(owner.client, 'get', path, url.replace('KEY', key))).status;
      expect([await ask('GULLS-9'), await ask('GULLS-1')], path).toEqual([unknown, 409]);
    }
    const filter = { parentId: 'GULLS-9' };
    const saved = await call(owner.client, 'post', '/views', '/views', { name: 'Gulls', filter });
    expect(saved.status).toBe(404);
    const upload = { taskId: randomUUID(), name: 'plan.txt', size: 1 };
    expect((await call(owner.client, 'post', '/uploads', '/uploads', upload)).status).toBe(404);
  });

  it('that are RATE_LIMITED say when to come back', async () => {
    const limiting = await startServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on' } });
    const sender = new Client(limiting);
    const wrong = { email: `${randomUUID()}@tern.example`, password: 'wrong' };
    const signIn = () => call(sender, 'post', '/auth/login', '/auth/login', wrong);
    let answer = await signIn();
    for (let attempt = 0; attempt < 20 && answer.status === 401; attempt++) answer = await signIn();
    await limiting.close();
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('that are CONFLICT carry the object as it is now', async () => {
    const { id: projectId } = await newProject(owner);
    const task = await newTask(owner, projectId);
    const url = `/tasks/${task.id}`;
    await call(owner.client, 'put', '/tasks/:id', url, { title: 'First' });
    const { status, body } = await call(owner.client, 'put', '/tasks/:id', url, {
      title: 'Second',
      version: task.version,
    });
    expect({ status, title: body.data.title }).toEqual({ status: 409, title: 'First' });
  });
});
