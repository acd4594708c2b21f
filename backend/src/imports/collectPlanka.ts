import { setTimeout as sleep } from 'node:timers/promises';

/* Collects a board of Planka 2 through its API, on the operator's machine, because the server never fetches an address
   on request. https://plankanban.github.io/planka/swagger-ui */

/** Limits of one collection: its requests, the bytes of all answers, and the time and tries of each request. */
const LIMITS = { requests: 100_000, bytes: 200_000_000, timeoutMs: 30_000, tries: 4 } as const;

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

/** An error with a message for the operator. */
export class PlankaError extends Error {}

/** An API key (`X-Api-Key`) or an access token of Planka. A request may contain only one of them. */
export type PlankaAuth = { key: string } | { token: string };

interface Answer {
  item?: Row;
  items?: Row[];
  included?: Rows;
}

export class PlankaClient {
  #requests = 0;
  #bytes = 0;

  constructor(
    /** Without a trailing slash. */
    readonly url: string,
    readonly auth: PlankaAuth,
    readonly pauseMs = 500,
  ) {}

  async get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    const address = new URL(`${this.url}/api/${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    for (let tried = 1; ; tried += 1) {
      this.#requests += 1;
      if (this.#requests > LIMITS.requests)
        throw new PlankaError('The board is too large: it needs too many requests.');
      const answer = await this.#fetch(address).catch((error: unknown) => {
        // The connection can break once in a long collection.
        if (error instanceof PlankaError || tried === LIMITS.tries) throw this.#unreachable(error);
        return null;
      });
      if (answer === null) {
        await sleep(this.pauseMs * 2 ** tried);
        continue;
      }
      if (answer.ok) return this.#read(answer.body, path);
      if (answer.status === 401) throw new PlankaError('Planka refused the key or token.');
      if (answer.status === 403 || answer.status === 404)
        throw new PlankaError(`Planka has no ${path} for this account.`);
      if (answer.status < 500 && answer.status !== 429)
        throw new PlankaError(`Planka answered ${answer.status} to ${path}.`);
      if (tried === LIMITS.tries)
        throw new PlankaError(`Planka answered ${answer.status} to ${path}, again and again.`);
      await sleep(this.pauseMs * 2 ** tried);
    }
  }

  #unreachable(error: unknown): PlankaError {
    if (error instanceof PlankaError) return error;
    return new PlankaError(`Planka cannot be reached at ${this.url}: ${(error as Error).message}`);
  }

  /** Reads the body, too, because the connection can break within it. */
  async #fetch(address: URL): Promise<{ ok: boolean; status: number; body: string }> {
    const headers: Record<string, string> =
      'key' in this.auth ? { 'x-api-key': this.auth.key } : { authorization: `Bearer ${this.auth.token}` };
    // Following a redirect would send the key to another server.
    const options = { headers, redirect: 'manual' as const, signal: AbortSignal.timeout(LIMITS.timeoutMs) };
    const answer = await fetch(address, options);
    if (answer.status >= 300 && answer.status < 400) {
      throw new PlankaError(
        `${this.url} leads to ${answer.headers.get('location') ?? 'another address'}: use that one.`,
      );
    }
    return { ok: answer.ok, status: answer.status, body: await answer.text() };
  }

  #read(body: string, path: string): Answer {
    this.#bytes += body.length;
    if (this.#bytes > LIMITS.bytes) throw new PlankaError('The board is larger than 200 MB.');
    try {
      return JSON.parse(body) as Answer;
    } catch {
      throw new PlankaError(`${this.url} is not a Planka server: it answered something else to ${path}.`);
    }
  }
}

export interface PlankaBoard {
  id: string;
  name: string;
  project: string;
}

/** Lists the boards that the account can see. */
export async function listBoards(planka: PlankaClient): Promise<PlankaBoard[]> {
  const { items = [], included = {} } = await planka.get('projects');
  const projects = new Map(items.map(({ id, name }) => [id, String(name)]));
  return (included['boards'] ?? []).map(({ id, name, projectId }) => ({
    id: String(id),
    name: String(name),
    project: projects.get(projectId) ?? '',
  }));
}

/** Reads the cards of an archive page by page, the newest ones first. */
async function readArchive(planka: PlankaClient, listId: string, add: (rows: Rows) => void): Promise<void> {
  let before: Record<string, string> = {};
  for (;;) {
    const { items = [], included = {} } = await planka.get(`lists/${listId}/cards`, before);
    add({ ...included, cards: items });
    const last = items.at(-1);
    if (!last || typeof last['listChangedAt'] !== 'string' || last['id'] === before['before[id]']) return;
    before = { 'before[listChangedAt]': last['listChangedAt'], 'before[id]': String(last['id']) };
  }
}

async function readComments(planka: PlankaClient, cardId: string, add: (rows: Rows) => void): Promise<void> {
  let beforeId = '';
  for (;;) {
    const query: Record<string, string> = beforeId === '' ? {} : { beforeId };
    const { items = [], included = {} } = await planka.get(`cards/${cardId}/comments`, query);
    add({ users: included['users'] ?? [], comments: items });
    const last = items.at(-1);
    if (!last || String(last['id']) === beforeId) return;
    beforeId = String(last['id']);
  }
}

/** Collects a board with its archive and comments. Throws PlankaError, also for Planka 1, whose lists have no type. */
export async function collectBoard(
  planka: PlankaClient,
  boardId: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<Row> {
  const all: Rows = {};
  const add = (rows: Rows): void => {
    for (const [table, some] of Object.entries(rows)) all[table] = [...(all[table] ?? []), ...some];
  };
  // Fields of groups that several boards share are only in the answer for projects.
  const { included: shared = {} } = await planka.get('projects');
  add({ customFields: shared['customFields'] ?? [] });
  const { item = {}, included = {} } = await planka.get(`boards/${boardId}`);
  add(included);
  const lists = all['lists'] ?? [];
  if (lists.some(({ type }) => typeof type !== 'string')) {
    throw new PlankaError('This is Planka 1. Upgrade it to Planka 2 first: version 1 cannot tell archived lists.');
  }
  for (const { id, type } of lists) if (type === 'archive') await readArchive(planka, String(id), add);
  const withComments = (all['cards'] ?? []).filter(({ commentsTotal }) => commentsTotal !== 0);
  for (const [at, { id }] of withComments.entries()) {
    if (at % 50 === 0) onProgress(`comments of ${at} of ${withComments.length} cards`);
    await readComments(planka, String(id), add);
  }
  return { program: 'planka', name: item['name'] ?? '', url: planka.url, ...all };
}
