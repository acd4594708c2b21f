import { TASK_STATUSES, type TaskStatus } from '../../contract/enums.js';
import type { ProjectRevision } from './projectCache.js';

/** The part of a log line that concerns a task. */
export interface TaskLine {
  taskId: string;
  revision: number;
  n: number;
  at: number;
  action: string;
  /** The task moved between projects; the line then contains its full state. */
  moves: boolean;
  statusBefore: TaskStatus | null;
  assigneeBefore: string | null;
  assigneeAfter: string | null;
}

export interface TaskNow {
  status: TaskStatus;
  assigneeId: string | null;
  isDeleted: boolean;
}

/** A consistent read of a project's log and tasks. */
export interface ProjectLog {
  revision: number;
  lines: TaskLine[];
  tasks: Map<string, TaskNow>;
}

export interface DoneTask {
  at: number;
  assigneeId: string | null;
  createdAt: number;
  /** First time in progress in this project before completion. */
  startedAt: number | null;
  /** The same for other projects. */
  startedElsewhere: Record<string, number> | null;
}

/** The history of a project's tasks, from which figures for any days, time zone and person are computed. */
export interface Timeline extends ProjectRevision {
  /** Id of the database's timeline; a restore changes it. */
  epoch: string;
  /** Number of blanked lines at the time of the read: a purge also changes the past. */
  blanked: number;
  /** Start of `steps` and `done`. */
  since: number;
  /** Assignees (null: unassigned), numbered. */
  people: Map<string | null, number>;
  /** Number of current tasks by state. */
  present: Map<number, number>;
  /** State changes, roughly in order of time, as triples of time, old state and new state. */
  steps: Float64Array;
  done: Map<string, DoneTask>;
}

/** The state of a task not yet created, deleted, or in another project. Other states encode assignee and status. */
const ABSENT = 0;
const STATUSES = TASK_STATUSES.length;

function toStateNumber(people: Map<string | null, number>, status: TaskStatus, assigneeId: string | null): number {
  let person = people.get(assigneeId);
  if (person === undefined) people.set(assigneeId, (person = people.size));
  return 1 + person * STATUSES + TASK_STATUSES.indexOf(status);
}

/** Maps states to status indexes, or to -1 for tasks that are not wanted. */
export function mapStatesToStatuses({ people }: Timeline, isWanted: (assigneeId: string | null) => boolean): Int8Array {
  const places = new Int8Array(1 + people.size * STATUSES).fill(-1);
  for (const [assigneeId, person] of people) {
    if (!isWanted(assigneeId)) continue;
    for (let status = 0; status < STATUSES; status += 1) places[1 + person * STATUSES + status] = status;
  }
  return places;
}

interface State {
  /** Null for a purged task. */
  status: TaskStatus | null;
  assigneeId: string | null;
  exists: boolean;
}
const UNKNOWN: State = { status: null, assigneeId: null, exists: false };

/** Computes a task's state before a line from the state after it. */
function before(line: TaskLine, after: State): State {
  const exists = line.action === 'deleted' || (line.action === 'updated' && after.exists);
  if (line.moves) return { status: line.statusBefore, assigneeId: line.assigneeBefore, exists };
  const changesAssignee = line.assigneeBefore !== null || line.assigneeAfter !== null;
  return {
    status: line.statusBefore ?? after.status,
    assigneeId: changesAssignee ? line.assigneeBefore : after.assigneeId,
    exists,
  };
}

/** Computes the steps of lines backwards from the current tasks. */
function computeSteps(people: Map<string | null, number>, { lines, tasks }: ProjectLog): number[] {
  const states = new Map<string, State>();
  const steps: number[] = [];
  const numberOf = ({ status, assigneeId, exists }: State): number =>
    exists && status !== null ? toStateNumber(people, status, assigneeId) : ABSENT;
  // nearly sorted already
  lines.sort((one, other) => one.revision - other.revision || one.n - other.n);
  for (const line of lines.toReversed()) {
    const now = tasks.get(line.taskId);
    const after = states.get(line.taskId) ?? (now ? { ...now, exists: !now.isDeleted } : UNKNOWN);
    const earlier = before(line, after);
    states.set(line.taskId, earlier);
    const [from, to] = [numberOf(earlier), numberOf(after)];
    // in reverse, because the result is reversed
    if (from !== to) steps.push(to, from, line.at);
  }
  return steps.toReversed();
}

const count = (counts: Map<number, number>, state: number, by: number): void => {
  counts.set(state, (counts.get(state) ?? 0) + by);
};

/** Builds a timeline from a project's whole log. */
export function buildTimeline(
  known: Pick<Timeline, 'id' | 'epoch' | 'blanked' | 'since' | 'done'>,
  log: ProjectLog,
): Timeline {
  const people = new Map<string | null, number>();
  const present = new Map<number, number>();
  for (const { status, assigneeId, isDeleted } of log.tasks.values()) {
    if (!isDeleted) count(present, toStateNumber(people, status, assigneeId), 1);
  }
  const steps = Float64Array.from(computeSteps(people, log));
  return { ...known, revision: log.revision, people, present, steps };
}

/** Extends a timeline with later lines and completions. */
export function extendTimeline(timeline: Timeline, log: ProjectLog, done: ReadonlyMap<string, DoneTask>): Timeline {
  const people = new Map(timeline.people);
  const present = new Map(timeline.present);
  const later = computeSteps(people, log);
  for (let n = 0; n < later.length; n += 3) {
    count(present, later[n + 1] ?? ABSENT, -1);
    count(present, later[n + 2] ?? ABSENT, 1);
  }
  const steps = new Float64Array(timeline.steps.length + later.length);
  steps.set(timeline.steps);
  steps.set(later, timeline.steps.length);
  for (const { taskId } of log.lines) timeline.done.delete(taskId);
  for (const [taskId, task] of done) timeline.done.set(taskId, task);
  return { ...timeline, revision: log.revision, people, present, steps };
}

/** Estimates memory use in bytes. */
export const estimateBytes = ({ steps, done }: Timeline): number => 1_000 + steps.byteLength + done.size * 220;
