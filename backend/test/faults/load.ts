import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, attempt, isDone, isToRepeat } from '../support/repeatedCall.js';
import { allPages, newPerson, newProject, type Person } from '../support/client.js';

const WRITERS = 16;
const CREATE = `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }`;

/** What is left after the fault. */
export interface Outcome {
  missing: number;
  doubled: number;
  /** Revisions of the log that no write accounts for. */
  gaps: number;
}

/**
 * Sixteen writers who create tasks by both interfaces. Each write has its own key. A writer who gets no answer, or 503,
 * repeats the write with the same key, also after a restart. So every acknowledged write must exist exactly once.
 */
export class Load {
  readonly attempts: Pick<Attempt, 'ms' | 'status'>[] = [];
  readonly #acknowledged = new Set<string>();
  readonly person: Person;
  readonly projectId: string;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(person: Person, projectId: string) {
    this.person = person;
    this.projectId = projectId;
  }

  /** Registers a person and begins to write. */
  static async begin(server: { url: string }): Promise<Load> {
    const person = await newPerson({ url: server.url });
    const { id } = await newProject(person);
    const load = new Load(person, id);
    load.#running = Promise.all(Array.from({ length: WRITERS }, (_, writer) => load.#write(writer))).then(
      () => undefined,
    );
    return load;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Waits until so many more writes were acknowledged. */
  async more(count: number, timeoutMs = 20_000): Promise<void> {
    const goal = this.acknowledged + count;
    const giveUp = performance.now() + timeoutMs;
    while (this.acknowledged < goal) {
      if (performance.now() > giveUp) throw new Error(`fewer than ${count} writes in ${timeoutMs} ms`);
      await sleep(10);
    }
  }

  /** Lets every writer finish what it has begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Stops and counts what is there. The log must be gapless as well. */
  async outcome(): Promise<Outcome> {
    await this.stop();
    const titles = new Map<string, number>();
    const pages = await allPages<{ title: string }>(this.person.client, `/tasks?projectId=${this.projectId}&limit=100`);
    for (const { title } of pages.flat()) titles.set(title, (titles.get(title) ?? 0) + 1);
    const { body } = await this.person.client.rest('get', `/projects/${this.projectId}`);
    // every task took one revision after the project's own
    const made = [...titles.values()].reduce((sum, count) => sum + count, 0);
    const gaps = body.data.revision - 1 - made;
    return {
      missing: [...this.#acknowledged].filter((title) => !titles.has(title)).length,
      gaps,
      doubled: [...titles.values()].filter((count) => count > 1).length,
    };
  }

  async #write(writer: number): Promise<void> {
    while (!this.#stopped) {
      const key = randomUUID();
      const giveUp = performance.now() + 40_000;
      while (!(await this.#attempt(writer, key))) {
        if (performance.now() > giveUp) throw new Error('no answer for 40 seconds');
        await sleep(50);
      }
      this.#acknowledged.add(key);
    }
  }

  async #attempt(writer: number, key: string): Promise<boolean> {
    const input = { projectId: this.projectId, title: key, priority: 'LOW' };
    const [path, body] =
      writer % 2
        ? ['/api/tasks', input]
        : ['/graphql', { query: CREATE, variables: { input: { ...input, mutationId: key } } }];
    const made = await attempt(this.person.client, { key, method: 'POST', path, body });
    const { ms, status, text } = made;
    if (!isDone(made) && !isToRepeat(made)) throw new Error(`${status}: ${text}`);
    this.attempts.push({ ms, status });
    return isDone(made);
  }
}
