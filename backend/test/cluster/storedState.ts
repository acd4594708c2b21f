import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../contract/backOff.js';
import type { Client, GraphQLResult } from '../support/client.js';

const GIVE_UP_MS = 60_000;

const LOG = `query ($id: ID!, $after: String) { project(id: $id) { changes(first: 100, after: $after) {
  nodes { revision kind mutationId } pageInfo { hasNextPage endCursor } } } }`;
const TASKS = `query ($id: ID!, $after: String) { project(id: $id) { tasks(first: 100, after: $after) {
  nodes { id title status } pageInfo { hasNextPage endCursor } } } }`;
const COMMENTS = `query ($id: ID!, $after: String) { project(id: $id) { comments(first: 100, after: $after) {
  nodes { text } pageInfo { hasNextPage endCursor } } } }`;

interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Asks until it is answered: a cluster may still be healing. */
export async function ask(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphQLResult['data']> {
  const since = performance.now();
  for (let failures = 0; ; failures += 1) {
    const answer = await client.graphql(query, variables).catch(() => undefined);
    if (answer && !answer.errors) return answer.data;
    const code = answer?.errors?.[0]?.extensions.code;
    const isTransient = code === undefined || code === 'UNAVAILABLE' || code === 'RATE_LIMITED';
    if (!isTransient || performance.now() - since > GIVE_UP_MS) throw new Error(`a read failed: ${answer?.text}`);
    await sleep(backOff(failures));
  }
}

async function pages<Node>(client: Client, query: string, id: string, name: string): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let after: string | null = null; ;) {
    const data = await ask(client, query, { id, after });
    const page = data.project[name] as Page<Node>;
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}

/** What the public API says is there. */
export interface StoredState {
  /** How often the log has a set of each write, by its key. */
  sets: Map<string, number>;
  /** How often there is a task or a comment that bears the key of the write that made it. */
  named: Map<string, number>;
  columns: Map<string, string>;
  /** The revisions of each project's log. */
  revisions: Map<string, number[]>;
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Reads all that there is in these projects. */
export async function readAll(client: Client, projectIds: readonly string[]): Promise<StoredState> {
  const found: StoredState = { sets: new Map(), named: new Map(), columns: new Map(), revisions: new Map() };
  for (const id of projectIds) {
    const log = await pages<{ revision: number; kind: string; mutationId: string | null }>(client, LOG, id, 'changes');
    if (log.some(({ kind }) => kind !== 'CHANGES')) throw new Error('the log of a project cannot be told in full');
    found.revisions.set(
      id,
      log.map(({ revision }) => revision),
    );
    for (const { mutationId } of log) if (mutationId !== null) count(found.sets, mutationId);
    for (const task of await pages<{ id: string; title: string; status: string }>(client, TASKS, id, 'tasks')) {
      count(found.named, task.title);
      found.columns.set(task.id, task.status);
    }
    for (const { text } of await pages<{ text: string }>(client, COMMENTS, id, 'comments')) count(found.named, text);
  }
  return found;
}
