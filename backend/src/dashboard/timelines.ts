import type { EntityManager } from '@mikro-orm/postgresql';
import { withDeadline } from '../kernel/deadline.js';
import { ProjectMemory, type Standing } from './projectMemory.js';
import { unlessEmpty } from './projectFigures.js';
import { bytesOf, grown, type LogRead, newTimeline, type Timeline } from './timeline.js';
import { readDone, readLogAfter, readLogSince } from './timeline.reads.js';

/** So much is remembered: as much as 500,000 tasks of a year with four lines each. */
const BYTES = 96 * 2 ** 20;
/** So many lines are read by one statement, unless one project has more. */
const LINES = 50_000;
/**
 * How long reading may take, which is longer than a request may: on a machine that has much to do whoever asked first may have
 * given up by then, and finds it done when they ask again.
 */
const READ_MS = 30_000;
const DAY_MS = 86_400_000;
const NOTHING: LogRead = { revision: 0, lines: [], tasks: new Map() };

/** Where a project stands, in which life of the database, and how many lines of its log are blank. */
export interface Logged extends Standing {
  epoch: string;
  blanked: number;
}

/** So that one who asks in another time zone, or a little later, asks for nothing earlier. */
const roomBefore = (since: number): number => (Math.floor(since / DAY_MS) - 1) * DAY_MS;

/** Projects in groups whose logs are not too long, by their revisions. */
function groupsOf(projects: readonly Logged[]): Logged[][] {
  const groups: Logged[][] = [];
  let lines = LINES;
  for (const project of projects) {
    if (lines + project.revision > LINES) {
      groups.push([]);
      lines = 0;
    }
    groups.at(-1)?.push(project);
    lines += project.revision;
  }
  return groups;
}

/** The timelines of projects, from a moment on; what is written costs reading what was written. */
export class TimelineMemory extends ProjectMemory<Timeline, Logged, number> {
  constructor() {
    super(BYTES);
  }

  protected override isSo(known: Timeline, project: Logged, since: number): boolean {
    return known.revision >= project.revision && this.#isWhole(known, project, since);
  }

  protected override weigh(known: Timeline): number {
    return bytesOf(known);
  }

  /** Does it lack nothing but what was written since? */
  #isWhole(known: Timeline | undefined, { epoch, blanked }: Logged, since: number): boolean {
    return known?.epoch === epoch && known.blanked === blanked && known.since <= since;
  }

  protected override read(
    em: EntityManager,
    projects: readonly Logged[],
    since: number,
  ): Promise<Map<string, Timeline>> {
    return withDeadline(READ_MS, () => this.#read(em, projects, since));
  }

  async #read(em: EntityManager, projects: readonly Logged[], since: number): Promise<Map<string, Timeline>> {
    const isWhole = (project: Logged): boolean => this.#isWhole(this.known(project.id), project, since);
    const all = await unlessEmpty(
      projects.flatMap((project) => (isWhole(project) ? (this.known(project.id) ?? []) : [])),
      (known) => readGrown(em, known),
    );
    for (const group of groupsOf(projects.filter((project) => !isWhole(project)))) {
      for (const [id, timeline] of await readNew(em, group, roomBefore(since))) {
        all.set(id, timeline);
        // at once: who gives up meanwhile begins with the next group when they ask again
        this.remember(timeline);
      }
    }
    return all;
  }
}

async function readNew(em: EntityManager, projects: readonly Logged[], since: number): Promise<Map<string, Timeline>> {
  const ids = projects.map(({ id }) => id);
  const logs = await readLogSince(em, ids, since);
  // later, as what the log does not say by now it will say when it is read on
  const done = await readDone(em, ids, since);
  return new Map(
    projects.map(({ id, epoch, blanked }) => [
      id,
      newTimeline({ id, epoch, blanked, since, done: done.get(id) ?? new Map() }, logs.get(id) ?? NOTHING),
    ]),
  );
}

async function readGrown(em: EntityManager, known: readonly Timeline[]): Promise<Map<string, Timeline>> {
  const logs = await readLogAfter(em, known);
  const ids = known.map(({ id }) => id);
  const since = Math.min(...known.map((timeline) => timeline.since));
  const done = await unlessEmpty(
    [...logs.values()].flatMap(({ lines }) => lines.map(({ taskId }) => taskId)),
    (taskIds) => readDone(em, ids, since, taskIds),
  );
  return new Map(
    known.map((timeline) => {
      const { id } = timeline;
      return [id, grown(timeline, logs.get(id) ?? NOTHING, done.get(id) ?? new Map())];
    }),
  );
}
