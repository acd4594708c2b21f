import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { findViolations, type Schema } from '../support/jsonSchemaCheck.js';

interface Pair {
  key: string;
  value: string;
  disabled?: true;
}

interface Item {
  id: string;
  name: string;
  request: {
    method: string;
    auth?: { type: 'noauth' };
    header: Pair[];
    url: { path: string[]; query?: Pair[]; variable?: Pair[] };
    body?: { mode: 'raw' | 'file'; raw?: string };
  };
}

interface Collection {
  event: { listen: 'prerequest' | 'test'; script: { exec: string[] } }[];
  variable: Pair[];
  item: { name: string; item: Item[] }[];
}

const text = { type: 'string' };
const listOf = (items: Schema, minItems = 0) => ({ type: 'array', items, minItems });
const object = (properties: Record<string, Schema>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});
const pair = object(
  { key: text, value: text, description: text, disabled: { enum: [true] }, type: text },
  'key',
  'value',
);

/** The parts of Postman's collection schema 2.1 that we use; `findViolations` refuses others. */
const FORMAT = object(
  {
    info: object(
      {
        name: text,
        description: text,
        schema: { enum: ['https://schema.getpostman.com/json/collection/v2.1.0/collection.json'] },
      },
      'name',
      'schema',
    ),
    auth: object({ type: { enum: ['bearer'] }, bearer: listOf(pair, 1) }, 'type'),
    event: listOf(
      object(
        { listen: { enum: ['prerequest', 'test'] }, script: object({ type: text, exec: listOf(text, 1) }) },
        'listen',
      ),
    ),
    variable: listOf(pair),
    item: listOf(
      object(
        {
          name: text,
          description: text,
          item: listOf(
            object(
              {
                id: text,
                name: text,
                request: object({
                  method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
                  description: text,
                  auth: object({ type: { enum: ['noauth'] } }, 'type'),
                  header: listOf(pair),
                  url: object({
                    raw: text,
                    host: listOf(text, 1),
                    path: listOf(text, 1),
                    query: listOf(pair),
                    variable: listOf(pair),
                  }),
                  body: object(
                    {
                      mode: { enum: ['raw', 'file'] },
                      raw: text,
                      file: object({}),
                      options: object({ raw: object({ language: text }) }),
                    },
                    'mode',
                  ),
                }),
                response: listOf(object({ name: text, code: { type: 'integer' }, header: listOf(pair), body: text })),
              },
              'request',
            ),
            1,
          ),
        },
        'item',
      ),
      1,
    ),
  },
  'info',
  'item',
);

let server: TestServer;
let collection: Collection;
beforeAll(async () => {
  server = await startServer();
  ({ body: collection } = (await new Client(server).rest('get', '/postman.json')) as { body: Collection });
});
afterAll(() => server.close());

/** Sends requests as Postman does: variables filled in, what is switched off left out, the collection's own scripts run. */
class Postman {
  readonly values: Map<string, string>;
  constructor(given: Record<string, string>) {
    const own = collection.variable.map(({ key, value }) => [key, value] as const);
    this.values = new Map([...own, ...Object.entries(given)]);
  }

  #fill(template: string): string {
    const filled = template.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomUUID() : (this.values.get(name) ?? `no ${name}`),
    );
    return filled;
  }

  #run(listen: 'prerequest' | 'test', more: object): void {
    const set = (name: string, value: string) => void this.values.set(name, value);
    const { script } = collection.event.find((event) => event.listen === listen) ?? {};
    // runs the collection's own scripts as Postman would
    const run = new Function('pm', script?.exec.join('\n') ?? ''); // oxlint-disable-line typescript/no-implied-eval
    run({ variables: { set }, collectionVariables: { set }, ...more });
  }

  async send(id: string): Promise<{ status: number; body: string }> {
    const request = collection.item.flatMap(({ item }) => item).find((item) => item.id === id)?.request;
    if (!request) throw new Error(`no ${id}`);
    this.#run('prerequest', {});
    const { url } = request;
    const ids = new Map(url.variable?.map(({ key, value }) => [`:${key}`, value]));
    const query = (url.query ?? [])
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }) => `${key}=${this.#fill(value)}`);
    const path = url.path.map((part) => this.#fill(ids.get(part) ?? part)).join('/');
    const headers = request.header
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }) => [key, this.#fill(value)] as const);
    const response = await fetch(`${this.#fill('{{baseUrl}}')}/${path}?${query.join('&')}`, {
      method: request.method,
      headers: {
        ...Object.fromEntries(headers),
        ...(!request.auth && { authorization: `Bearer ${this.values.get('token')}` }),
      },
      ...(request.body?.raw !== undefined && { body: this.#fill(request.body.raw) }),
    });
    const body = await response.text();
    const answer = { code: response.status, text: () => body, json: () => JSON.parse(body) as unknown };
    this.#run('test', { response: answer, request: { url: { path: url.path } } });
    return { status: response.status, body };
  }
}

describe('/api/postman.json', () => {
  it('is a collection of the format 2.1: a folder for each tag, each operation once, the address of this server', async () => {
    const { body: document } = await new Client(server).rest('get', '/openapi.json');
    expect(findViolations(collection, FORMAT, {})).toEqual([]);
    const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
    const ids = operations.flatMap((methods) => Object.values(methods)).map(({ operationId }) => operationId);
    const items = collection.item.flatMap(({ item }) => item);
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(collection.item.map(({ name }) => name)).toEqual(
      (document.tags as { name: string }[]).map(({ name }) => name),
    );
    const known = new Set([...collection.variable.map(({ key }) => key), '$guid', 'inAMonth']);
    const used = [...JSON.stringify(collection).matchAll(/\{\{(\$?\w+)\}\}/g)].map(([, name]) => name ?? '');
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(collection.variable[0]?.value).toMatch(/^http:\/\/[^/]+\/api$/);
  });

  it('has requests that succeed unchanged, one after the other', async () => {
    const given = {
      baseUrl: `${server.url}/api`,
      email: `postman${randomUUID()}@tern.example`,
      password: 'Granite7stones',
    };
    const postman = new Postman(given);
    const order = `
      register login me updateProfile updatePreferences sessions userLookup
      createProject project updateProject projects projectMembers inviteMember resendInvitation
      createTask tasks task updateTask assignTask updateTaskStatus moveTask bulkUpdateTasks
      addComment updateComment taskComments taskHistory descriptionVersions createTasks startBulkRun bulkRun nodes
      projectChanges projectActivity createNotification notifications markNotificationRead dashboardStats analytics people activity
      createApiToken apiTokens revokeApiToken beginTwoFactor requestExport export
      deleteComment deleteTask deleteNotification revokeInvitation deleteProject logout`;
    for (const id of order.trim().split(/\s+/)) {
      const { status, body } = await postman.send(id);
      expect(status, `${id}: ${body}`).toBeLessThan(300);
    }
    expect((await postman.send('me')).status).toBe(401);
  });
});
