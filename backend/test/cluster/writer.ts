import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../contract/backOff.js';
import { type Attempt, attempt, type Call, isDone, isToRepeat, type KeyedWrite } from '../support/repeatedCall.js';
import type { Person } from '../support/client.js';

/** A write that is not answered for so long is given up: it may have been done, or not. */
const GIVE_UP_MS = 60_000;
/** As long as a client waits, and longer than any answer may take, so that a slow one is measured. */
const PATIENCE_MS = 15_000;
const MOST_PAUSE_MS = 1_000;
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'] as const;
/** A writer goes on with the newest of their tasks. */
const OWN_TASKS = 40;

const MUTATIONS = {
  create: `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }`,
  move: `mutation ($input: MoveTaskInput!) { moveTask(input: $input) { task { id } } }`,
  status: `mutation ($input: UpdateTaskStatusInput!) { updateTaskStatus(input: $input) { task { id } } }`,
  comment: `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }`,
};
type Kind = keyof typeof MUTATIONS;

/** A task of this writer. No one else changes it, so the writer knows its column. */
interface OwnTask {
  id: string;
  status: (typeof STATUSES)[number];
}

/** What a writer reads of their task after each write. */
const READ = `query ($id: ID!) { task(id: $id) { title status comments(last: 20) { nodes { text } } } }`;

/** A write that was answered. Each leaves exactly one change set. */
export interface Acknowledged {
  key: string;
  kind: Kind;
}

/** Where writers wait before each write while the load pauses. */
export class Gate {
  #isOpen = true;
  #stopped = false;
  #inside = 0;

  /** Waits until it is open; false: there is nothing more to write. */
  async pass(): Promise<boolean> {
    while (!this.#isOpen && !this.#stopped) await sleep(20);
    if (!this.#stopped) this.#inside += 1;
    return !this.#stopped;
  }

  leave(): void {
    this.#inside -= 1;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** Waits until all who are inside have left. */
  async close(): Promise<void> {
    this.#isOpen = false;
    while (this.#inside > 0) await sleep(20);
  }

  stop(): void {
    this.#stopped = true;
  }
}

export interface WriterOptions {
  person: Person;
  transport: 'REST' | 'GraphQL';
  projectIds: readonly string[];
  /** Between a write and the next, on average. */
  pauseMs: number;
  random: () => number;
  onAttempt: (made: Attempt) => void;
  onAcknowledged: (written: Acknowledged, ms: number) => void;
  onGivenUp: (key: string) => void;
  onReadAttempt: (made: Attempt) => void;
  /** What they read after a write did not have it. */
  onReadLess: (told: string) => void;
}

/**
 * A person who creates tasks, moves them, changes their status and comments. Repeats each write until it is answered,
 * and then reads it, with the position of the answer.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #tasks: OwnTask[] = [];
  /** The column of each task that was written to, as last acknowledged; null where a write to it was given up. */
  readonly columns = new Map<string, string | null>();
  #position: string | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  get person(): Person {
    return this.#options.person;
  }

  /** Writes until it is stopped; completes the write in progress. */
  async run(gate: Gate): Promise<void> {
    const { pauseMs, random } = this.#options;
    while (await gate.pass()) {
      await this.#write().finally(() => gate.leave());
      await sleep(pauseMs * (0.5 + random()));
    }
  }

  async #write(): Promise<void> {
    const { random, onAttempt, onAcknowledged, onGivenUp } = this.#options;
    const kinds: Kind[] = ['create', 'move', 'status', 'comment'];
    const kind = this.#tasks.length < 3 ? 'create' : (kinds[Math.floor(random() * kinds.length)] as Kind);
    const key = randomUUID();
    const task = this.#task(kind);
    const write = this.#request(kind, key, task);
    const since = performance.now();
    for (let failures = 0; ; failures += 1) {
      const made = await this.#attempt(write);
      onAttempt(made);
      if (isDone(made)) break;
      const isRefused = !isToRepeat(made) && made.status !== 429 && made.status !== 401;
      if (isRefused) throw new Error(`${write.path} was refused with ${made.status}: ${made.text.slice(0, 300)}`);
      if (performance.now() - since > GIVE_UP_MS) {
        this.columns.set(task.id, null);
        onGivenUp(key);
        return;
      }
      // a person's client waits longer after a while; here it is to be seen when all is well again
      await sleep(Math.min(MOST_PAUSE_MS, backOff(failures)));
    }
    this.columns.set(task.id, task.status);
    if (kind === 'create') this.#tasks.push(task);
    if (this.#tasks.length > OWN_TASKS) this.#tasks.shift();
    onAcknowledged({ key, kind }, performance.now() - since);
    await this.#readBack(kind, key, task);
  }

  async #attempt(call: Call): Promise<Attempt> {
    const made = await attempt(this.person.client, call, PATIENCE_MS);
    const { position } = made;
    // as the app's own client does: an answer that tells none takes what is held (frontend/src/sync/client/position.ts)
    if (isDone(made) && (position === null || position > (this.#position ?? '')))
      this.#position = position ?? undefined;
    return made;
  }

  /** Reads what was just acknowledged until it is answered: it has to be there at once. */
  async #readBack(kind: Kind, key: string, { id, status }: OwnTask): Promise<void> {
    const { transport, onReadAttempt, onReadLess } = this.#options;
    const path = kind === 'comment' ? `/api/tasks/${id}/comments?limit=100` : `/api/tasks/${id}`;
    const since = performance.now();
    for (let failures = 0; ; failures += 1) {
      const held = this.#position ? { position: this.#position } : {};
      const made = await this.#attempt(
        transport === 'REST'
          ? { method: 'GET', path, ...held }
          : { method: 'POST', path: '/graphql', body: { query: READ, variables: { id } }, ...held },
      );
      onReadAttempt(made);
      const isThere = kind === 'comment' ? made.text.includes(key) : made.text.includes(`"status":"${status}"`);
      if (isDone(made) && isThere) return;
      const isAnswered = isDone(made) || made.code === 'NOT_FOUND';
      if (isAnswered) return onReadLess(`${kind} ${key}: ${path} was answered ${made.text.slice(0, 200)}`);
      if (performance.now() - since > GIVE_UP_MS) return;
      await sleep(Math.min(MOST_PAUSE_MS, backOff(failures)));
    }
  }

  /** The task to write to, as it will be. */
  #task(kind: Kind): OwnTask {
    const { random } = this.#options;
    if (kind === 'create') return { id: randomUUID(), status: 'TODO' };
    const task = this.#tasks[Math.floor(random() * this.#tasks.length)] as OwnTask;
    if (kind === 'comment') return task;
    // always another column: a write that changes nothing would leave no trace to count
    const others = STATUSES.filter((status) => status !== task.status);
    task.status = others[Math.floor(random() * others.length)] as OwnTask['status'];
    return task;
  }

  #request(kind: Kind, key: string, { id, status }: OwnTask): KeyedWrite {
    const { transport, projectIds, random } = this.#options;
    const projectId = projectIds[Math.floor(random() * projectIds.length)];
    const requests: Record<Kind, [method: KeyedWrite['method'], path: string, body: Record<string, unknown>]> = {
      create: ['POST', '/tasks', { id, projectId, title: key, priority: 'LOW' }],
      move: ['PATCH', `/tasks/${id}/move`, { status }],
      status: ['PATCH', `/tasks/${id}/status`, { status }],
      comment: ['POST', `/tasks/${id}/comments`, { text: key }],
    };
    const [method, path, body] = requests[kind];
    if (transport === 'REST') return { key, method, path: `/api${path}`, body };
    const named = { create: {}, move: { id }, status: { id }, comment: { taskId: id } }[kind];
    const variables = { input: { ...named, ...body, mutationId: key } };
    return { key, method: 'POST', path: '/graphql', body: { query: MUTATIONS[kind], variables } };
  }
}
