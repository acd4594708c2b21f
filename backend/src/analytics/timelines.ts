import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS } from '../../contract/limits.js';
import { withDeadline } from '../platform/lib/deadline.js';
import { ProjectCache, type ProjectRevision } from './projectCache.js';
import { readUnlessEmpty } from './projectFigures.js';
import { estimateBytes, extendTimeline, type ProjectLog, buildTimeline, type Timeline } from './timeline.js';
import { readDone, readLogAfter, readLogSince } from './timeline.reads.js';

/** Enough for a year of 500,000 tasks with four log lines each. */
const BYTES = 96 * 2 ** 20;
/** Maximum number of lines per statement, unless one project has more. */
const LINES = 50_000;
/** Longer than a request's deadline: on a busy machine, a repeated request finds the result of the first one. */
const READ_MS = 30_000;
const NOTHING: ProjectLog = { revision: 0, lines: [], tasks: new Map() };

/** A project's current revision and the state of its log. */
export interface LoggedProject extends ProjectRevision {
  epoch: string;
  blanked: number;
}

/** Starts a day or two early, so that another time zone or a slightly later request needs no earlier lines. */
const startWithMargin = (since: number): number => (Math.floor(since / DAY_MS) - 1) * DAY_MS;

/** Groups projects so that each group has a limited number of log lines; revisions serve as an upper bound. */
function groupByLogSize(projects: readonly LoggedProject[]): LoggedProject[][] {
  const groups: LoggedProject[][] = [];
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

/** Caches timelines by project. After a write, only the new lines are read. */
export class TimelineCache extends ProjectCache<Timeline, LoggedProject, number> {
  constructor() {
    super(BYTES);
  }

  protected override keyOf(id: string): string {
    return id;
  }

  protected override isValid(known: Timeline, project: LoggedProject, since: number): boolean {
    return known.revision >= project.revision && this.#isWhole(known, project, since);
  }

  protected override weigh(known: Timeline): number {
    return estimateBytes(known);
  }

  /** Checks whether a timeline is complete except for later writes. */
  #isWhole(known: Timeline | undefined, { epoch, blanked }: LoggedProject, since: number): boolean {
    return known?.epoch === epoch && known.blanked === blanked && known.since <= since;
  }

  protected override read(
    em: EntityManager,
    projects: readonly LoggedProject[],
    since: number,
  ): Promise<Map<string, Timeline>> {
    return withDeadline(READ_MS, () => this.#read(em, projects, since));
  }

  async #read(em: EntityManager, projects: readonly LoggedProject[], since: number): Promise<Map<string, Timeline>> {
    const isWhole = (project: LoggedProject): boolean => this.#isWhole(this.peek(project.id, since), project, since);
    const all = await readUnlessEmpty(
      projects.flatMap((project) => (isWhole(project) ? (this.peek(project.id, since) ?? []) : [])),
      (known) => extendTimelines(em, known),
    );
    for (const group of groupByLogSize(projects.filter((project) => !isWhole(project)))) {
      for (const [id, timeline] of await buildTimelines(em, group, startWithMargin(since))) {
        all.set(id, timeline);
        // stored after each group, so that a repeated request continues with the next group
        this.store(timeline, since);
      }
    }
    return all;
  }
}

async function buildTimelines(
  em: EntityManager,
  projects: readonly LoggedProject[],
  since: number,
): Promise<Map<string, Timeline>> {
  const ids = projects.map(({ id }) => id);
  const logs = await readLogSince(em, ids, since);
  // read after the log: later lines are read with the next extension
  const done = await readDone(em, ids, since);
  return new Map(
    projects.map(({ id, epoch, blanked }) => [
      id,
      buildTimeline({ id, epoch, blanked, since, done: done.get(id) ?? new Map() }, logs.get(id) ?? NOTHING),
    ]),
  );
}

async function extendTimelines(em: EntityManager, known: readonly Timeline[]): Promise<Map<string, Timeline>> {
  const logs = await readLogAfter(em, known);
  const ids = known.map(({ id }) => id);
  const since = Math.min(...known.map((timeline) => timeline.since));
  const done = await readUnlessEmpty(
    [...logs.values()].flatMap(({ lines }) => lines.map(({ taskId }) => taskId)),
    (taskIds) => readDone(em, ids, since, taskIds),
  );
  return new Map(
    known.map((timeline) => {
      const { id } = timeline;
      return [id, extendTimeline(timeline, logs.get(id) ?? NOTHING, done.get(id) ?? new Map())];
    }),
  );
}
