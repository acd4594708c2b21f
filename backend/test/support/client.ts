import { randomUUID } from 'node:crypto';
import type { TestServer } from './harness.js';

/** A REST answer. `body` is null for an empty answer or a file. */
export interface RestResult {
  status: number;
  headers: Headers;
  /** The raw body, for byte-by-byte comparison. */
  text: string;
  // tests read answers of any shape
  body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface GraphQLResult {
  status: number;
  headers: Headers;
  /** The raw body, for byte-by-byte comparison. */
  text: string;
  data: any; // oxlint-disable-line typescript/no-explicit-any
  errors?: {
    message: string;
    path?: string[];
    extensions: {
      code: string;
      fields?: Record<string, string[]>;
      reasons?: unknown[];
      data?: unknown;
      requestId?: string;
    };
  }[];
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** An API client that uses HTTP alone and none of the server's code. */
export class Client {
  readonly server: Pick<TestServer, 'url'>;
  readonly token: string | undefined;

  constructor(server: Pick<TestServer, 'url'>, token?: string) {
    this.server = server;
    this.token = token;
  }

  #headers(extra: Record<string, string> = {}): Record<string, string> {
    return {
      'content-type': 'application/json',
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...extra,
    };
  }

  async rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestResult> {
    const response = await fetch(`${this.server.url}/api${path}`, {
      method: method.toUpperCase(),
      headers: this.#headers(headers),
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  }

  async graphql(
    query: string,
    variables: Record<string, unknown> = {},
    headers?: Record<string, string>,
  ): Promise<GraphQLResult> {
    const response = await fetch(`${this.server.url}/graphql`, {
      method: 'POST',
      headers: this.#headers(headers),
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const answer = JSON.parse(text) as Pick<GraphQLResult, 'data' | 'errors'>;
    return { status: response.status, headers: response.headers, text, ...answer };
  }
}

export interface Person {
  id: string;
  email: string;
  username: string;
  password: string;
  client: Client;
}

/** The default password of test users. */
export const PASSWORD = 'Granite7stones';

/** The fields of an account that does not exist yet. */
export const newAccount = (email = `${randomUUID()}@yard.example`) => ({
  firstName: 'Ines',
  lastName: 'Sol',
  username: `i${randomUUID().slice(0, 18)}`,
  email,
  password: PASSWORD,
});

/** Asks for an account and returns the answer. */
export const register = (
  server: Pick<TestServer, 'url'>,
  fields: object,
  headers?: Record<string, string>,
): Promise<RestResult> => new Client(server).rest('post', '/auth/register', fields, headers);

export async function newPerson(
  server: Pick<TestServer, 'url'>,
  firstName = 'Mara',
  headers?: Record<string, string>,
): Promise<Person> {
  const username = `u${randomUUID().slice(0, 18)}`;
  const email = `${username}@tern.example`;
  const password = PASSWORD;
  const fields = { firstName, lastName: 'Okafor', username, email, password };
  const { status, body } = await register(server, fields, headers);
  if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.data.user.id, email, username, password, client: new Client(server, body.data.tokens.accessToken) };
}

/** Signs a person in again and returns the client of the new session. */
export async function signedIn(
  { email, password, client }: Pick<Person, 'email' | 'password' | 'client'>,
  headers: Record<string, string> = {},
  server = client.server,
): Promise<Client> {
  const { status, body } = await new Client(server).rest('post', '/auth/login', { email, password }, headers);
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  return new Client(server, body.data.tokens.accessToken);
}

/** Reads a list to its end, or with `before` to its beginning, and returns its pages. */
export async function allPages<Row>(client: Client, path: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, headers, body }: RestResult = await client.rest('get', next);
    if (status !== 200) throw new Error(`${next} answered ${status}`);
    pages.push(body.data);
    next = /^<\/api([^>]+)>; rel="(?:next|prev)"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

/** Creates a project and returns it. */
export async function newProject(owner: Person, fields: Record<string, unknown> = {}): Promise<RestResult['body']> {
  const { status, body } = await owner.client.rest('post', '/projects', { name: 'Tern launch', ...fields });
  if (status !== 201) throw new Error(`project answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Saves a view and returns its id. */
export async function newView(by: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await by.client.rest('post', '/views', { name: 'Mine and late', ...fields });
  if (status !== 201) throw new Error(`view answered ${status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Creates a calendar feed and returns its id. */
export async function newCalendarFeed(by: Person): Promise<string> {
  const { status, body } = await by.client.rest('post', '/calendar-feeds', { name: 'Mine', as: 'EVENTS' });
  if (status !== 201) throw new Error(`feed answered ${status}: ${JSON.stringify(body)}`);
  return body.data.calendarFeed.id;
}

/** Creates a webhook of all projects and returns its id. */
export async function newWebhook(by: Person): Promise<string> {
  const fields = { name: 'Bridge', url: 'https://tern.example/hook', events: ['*'] };
  const { status, body } = await by.client.rest('post', '/webhooks', fields);
  if (status !== 201) throw new Error(`webhook answered ${status}: ${JSON.stringify(body)}`);
  return body.data.webhook.id;
}

/** Sends a test message of a webhook and returns the id of its delivery. */
export async function newDelivery(by: Person, webhookId: string): Promise<string> {
  const { status, body } = await by.client.rest('post', `/webhooks/${webhookId}/test`);
  if (status !== 200) throw new Error(`test answered ${status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Attaches a small file to a task and returns its id. */
export async function newAttachment(by: Person, taskId: string, name = 'plan.txt'): Promise<string> {
  const { status, body } = await by.client.rest(
    'post',
    `/tasks/${taskId}/attachments?name=${encodeURIComponent(name)}`,
    `The content of ${name}`,
    { 'content-type': 'application/octet-stream' },
  );
  if (status !== 201) throw new Error(`file answered ${status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

interface ImportResult extends RestResult {
  id: string;
}

/** Starts an import and sends its file. Returns the answer of the last call. */
export async function newImport(
  by: Person,
  file: string | Uint8Array<ArrayBuffer>,
  input: Record<string, unknown> = {},
): Promise<ImportResult> {
  const started = await by.client.rest('post', '/imports', { source: 'TRELLO', ...input });
  const { id, uploadUrl } = started.body?.data ?? {};
  if (started.status !== 201 || uploadUrl === null) return { ...started, id };
  const sent = await by.client.rest('put', `/imports/${id}/file`, file, { 'content-type': 'application/octet-stream' });
  return { ...sent, id };
}

/** Creates a task and returns it. */
export async function newTask(
  by: Person,
  projectId: string,
  fields: Record<string, unknown> = {},
): Promise<RestResult['body']> {
  const { status, body } = await by.client.rest('post', '/tasks', {
    title: 'Choose the launch date',
    priority: 'MEDIUM',
    projectId,
    ...fields,
  });
  if (status !== 201) throw new Error(`task answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

export async function addMember(owner: Person, projectId: string, person: Person, role = 'MEMBER'): Promise<void> {
  const { status, body } = await owner.client.rest('post', `/projects/${projectId}/members`, {
    userId: person.id,
    role,
  });
  if (status !== 201) throw new Error(`member answered ${status}: ${JSON.stringify(body)}`);
}
