import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../contract/backOff.js';
import { seededRandom } from '../../src/demo/seededRandom.js';
import { type Attempt, isDone } from '../support/repeatedCall.js';
import { addMember, newPerson, newProject, type Person } from '../support/client.js';
import { Listener, type Start } from './listener.js';
import { type Mark, Meter } from './meter.js';
import { ask, readAll } from './storedState.js';
import { type Acknowledged, Gate, Writer } from './writer.js';

/** How many share a project, at least; each is in two. */
const WRITERS_A_PROJECT = 4;
/** Sockets that have not heard of everything by then have missed it. */
const CATCH_UP_MS = 60_000;

const ME = '{ me { epoch positions { projectId revision } } }';

export interface LoadOptions {
  /** Where the servers are reached, which run with RATE_LIMIT=off. */
  url: string;
  writers: number;
  sockets: number;
  /** Chooses what is written; the same writes for the same seed. */
  seed?: number;
  /** Between two writes of one writer, on average. */
  pauseMs?: number;
}

/** What came of it. All but `acknowledged` and what says how long should be 0 or empty. */
export interface Report {
  acknowledged: number;
  /** Acknowledged writes that are not there, or whose task is not in the column where it was left. */
  missing: number;
  /** Writes that are there more than once, whether acknowledged or not. */
  doubled: number;
  /** Reads with a position that lacked the reader's own last write. */
  readLess: string[];
  /** Reads that were not answered with success at the first try. */
  readsFailed: number;
  /** Writes without an answer for a minute: they may be there or not. */
  givenUp: number;
  /** Revisions that a socket has never received, summed over the sockets. */
  missedEvents: number;
  /** Events that one socket received twice, or out of order. */
  doubledEvents: number;
  /** How often a socket got RESYNC, because there were too many changes to send. */
  resyncs: number;
  /** People whose token was refused at any time. */
  signInsLost: number;
  /** The time of the slowest answer, or of the longest request without one. */
  slowestAnswerMs: number;
  /** The longest time until a write was answered, including its repeats. */
  slowestWriteMs: number;
  /** How long each socket that was cut was away. */
  reconnects: number[];
  /** The most sockets that tried to come back within the same 100 ms. */
  reconnectsAtOnce: number;
  /** What was answered instead, or how the connection failed, and how often. */
  errors: Record<string, number>;
  /** When nothing at all was acknowledged for more than 1.5 s, in ms since the load began. */
  outages: { from: number; to: number; ms: number }[];
  /** The same for what happened after each mark, up to the next. */
  marks: Mark[];
}

export interface Load {
  /** Waits until every writer has finished what they began; they begin nothing more. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends the load and looks for everything through the public API. */
  stop(): Promise<Report>;
  /** From now on the report counts under this name, too. */
  since(mark: string): void;
  /** How many writes were acknowledged so far. */
  readonly acknowledged: number;
  /** How many sockets stand. */
  readonly socketsUp: number;
}

/** The first owns all projects and reads them at the end; every other person is in two of them. */
async function makeTeam(url: string, size: number): Promise<{ people: Person[]; projectsOf: Map<Person, string[]> }> {
  const people: Person[] = [];
  // a few at a time: passwords take their time
  while (people.length < size) {
    const some = Array.from({ length: Math.min(4, size - people.length) }, () => newPerson({ url }));
    people.push(...(await Promise.all(some)));
  }
  const [owner] = people as [Person];
  const projects: string[] = [];
  for (let n = 0; n < Math.max(2, Math.ceil(size / WRITERS_A_PROJECT)); n += 1) {
    projects.push((await newProject(owner, { name: `Load ${n}` })).id as string);
  }
  const projectsOf = new Map([[owner, projects]]);
  for (const [index, person] of people.entries()) {
    if (person === owner) continue;
    const theirs = [0, 1].map((n) => projects[(index + n) % projects.length] as string);
    for (const projectId of theirs) await addMember(owner, projectId, person);
    projectsOf.set(person, theirs);
  }
  return { people, projectsOf };
}

/** How it failed, in the words that the report counts. */
function failureOf({ status, code, retryAfter }: Attempt): string {
  const isSilent = status === 503 && retryAfter === null;
  return [status || 'no answer', code, isSilent && 'without Retry-After'].filter(Boolean).join(' ');
}

/**
 * People who write without a pause, half of them by REST and half by GraphQL, and sockets that follow the changes,
 * while the test restarts or breaks servers. Both behave like the app's own client: a write is repeated with its key
 * until it is answered, and a socket that was cut reconnects after a while and continues from its last position.
 */
export async function startLoad({ url, writers, sockets, seed = 1, pauseMs = 500 }: LoadOptions): Promise<Load> {
  const { people, projectsOf } = await makeTeam(url, writers);
  const random = seededRandom(seed);
  const meter = new Meter();
  const acknowledged: Acknowledged[] = [];
  const givenUp: string[] = [];
  const readLess: string[] = [];
  let readsFailed = 0;
  const signedOut = new Set<string>();
  const gate = new Gate();

  const starts = new Map<Person, Start>();
  for (const person of people) starts.set(person, (await ask(person.client, ME)).me);
  const listeners = Array.from({ length: sockets }, (_, index) => {
    const person = people[index % people.length] as Person;
    return new Listener({
      person,
      start: starts.get(person) as Start,
      onTry: (isFirst) => isFirst || meter.triedAgain(),
      onBack: (ms) => meter.back(ms),
      onCut: (code) => meter.socketCut(code),
      onUnauthenticated: () => signedOut.add(person.id),
    });
  });
  for (const [index, listener] of listeners.entries()) {
    listener.live();
    if (index % 20 === 19) await sleep(100);
  }
  const allUp = performance.now() + CATCH_UP_MS;
  while (listeners.some(({ isUp }) => !isUp)) {
    if (performance.now() > allUp) throw new Error('not all sockets could be opened within a minute');
    await sleep(50);
  }

  const all = people.map((person, index) => {
    const onAttempt = (made: Attempt, what = ''): void => {
      meter.attempted(made.ms);
      if (isDone(made)) return;
      meter.failed(what + failureOf(made));
      if (made.status === 401) signedOut.add(person.id);
    };
    return new Writer({
      person,
      transport: index % 2 ? 'GraphQL' : 'REST',
      projectIds: projectsOf.get(person) as string[],
      pauseMs,
      random,
      onAttempt,
      onAcknowledged: (written, ms) => {
        acknowledged.push(written);
        meter.acknowledged(ms);
      },
      onGivenUp: (key) => givenUp.push(key),
      onReadAttempt: (made) => {
        onAttempt(made, 'read ');
        if (!isDone(made)) readsFailed += 1;
      },
      onReadLess: (told) => readLess.push(told),
    });
  });
  meter.begin();
  const running = Promise.all(all.map((writer) => writer.run(gate)));
  // reported at the end, when the test waits for it
  running.catch(() => gate.stop());

  const pause = async (): Promise<void> => {
    await gate.close();
    meter.pause();
  };

  /** Whether everyone is still signed in; asks until there is an answer. */
  const askEverybody = async (): Promise<void> => {
    for (const { id, client } of people) {
      for (let failures = 0; ; failures += 1) {
        const status = await client.rest('get', '/auth/me').then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 401) signedOut.add(id);
        if (status === 200 || status === 401 || failures === 10) break;
        await sleep(backOff(failures));
      }
    }
  };

  return {
    pause,
    resume: () => {
      gate.open();
      meter.begin();
    },
    since: (mark) => meter.mark(mark),
    get acknowledged() {
      return acknowledged.length;
    },
    get socketsUp() {
      return listeners.filter(({ isUp }) => isUp).length;
    },
    stop: async () => {
      gate.stop();
      await running;
      const figures = meter.end();
      const [owner] = people as [Person];
      const found = await readAll(owner.client, projectsOf.get(owner) as string[]);
      const last = (projectId: string): number => found.revisions.get(projectId)?.at(-1) ?? 0;
      const isBehind = (listener: Listener): boolean =>
        [...listener.seen.keys()].some((projectId) => listener.at(projectId) < last(projectId));
      const until = performance.now() + CATCH_UP_MS;
      while (listeners.some(isBehind) && performance.now() < until) await sleep(100);
      await askEverybody();
      for (const listener of listeners) listener.stop();

      const isMade = ({ key, kind }: Acknowledged): boolean =>
        found.sets.has(key) && (kind === 'move' || kind === 'status' || found.named.has(key));
      const misplaced = all.flatMap(({ columns }) =>
        [...columns].filter(([id, status]) => status !== null && found.columns.get(id) !== status),
      );
      const missed = listeners.map(({ seen, skipped, person }) =>
        [...seen].reduce((sum, [projectId, revisions]) => {
          const begun = starts.get(person)?.positions.find((at) => at.projectId === projectId)?.revision ?? 0;
          const untold = (found.revisions.get(projectId) ?? []).filter(
            (revision) =>
              revision > begun &&
              !revisions.has(revision) &&
              !skipped.some((gap) => gap.projectId === projectId && revision > gap.from && revision <= gap.to),
          );
          return sum + untold.length;
        }, 0),
      );
      const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
      return {
        acknowledged: acknowledged.length,
        missing: acknowledged.filter((written) => !isMade(written)).length + misplaced.length,
        doubled: [...found.sets.values(), ...found.named.values()].filter((times) => times > 1).length,
        readLess,
        readsFailed,
        givenUp: givenUp.length,
        missedEvents: total(missed),
        doubledEvents: total(listeners.map(({ repeated }) => repeated)),
        resyncs: total(listeners.map(({ skipped }) => skipped.length)),
        signInsLost: signedOut.size,
        ...figures,
      };
    },
  };
}
