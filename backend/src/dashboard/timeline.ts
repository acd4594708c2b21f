import { TASK_STATUSES, type TaskStatus } from '../../contract/enums.js';
import type { Standing } from './projectMemory.js';

/** What a line of the log says about a task. */
export interface TaskLine {
  taskId: string;
  revision: number;
  n: number;
  at: number;
  action: string;
  /** It went into another project, or came from one: such a line says all that it was. */
  moves: boolean;
  statusBefore: TaskStatus | null;
  assigneeBefore: string | null;
  assigneeAfter: string | null;
}

/** What a task of a project is now. */
export interface TaskNow {
  status: TaskStatus;
  assigneeId: string | null;
  isDeleted: boolean;
}

/** What was read of a project's log at one moment: where the project stood, lines, and what tasks are then, by their ids. */
export interface LogRead {
  revision: number;
  lines: TaskLine[];
  tasks: Map<string, TaskNow>;
}

/** A task that is done now. */
export interface DoneTask {
  at: number;
  assigneeId: string | null;
  createdAt: number;
  /** When it was first in progress in this project, unless that was after it was done. */
  startedAt: number | null;
  /** The same of other projects it was in. */
  startedElsewhere: Record<string, number> | null;
}

/** What is known of the tasks of one project over time: figures of any days, zone and person are counted from it. */
export interface Timeline extends Standing {
  /** Which life of the database it tells of. */
  epoch: string;
  /** How many lines of its log were blank by then: what is gone for good is taken out of the past, too. */
  blanked: number;
  /** From when on steps are known, and what was done. */
  since: number;
  /** Whose tasks there are or were, each with a number; null: nobody's. */
  people: Map<string | null, number>;
  /** How many tasks there are now, by state. */
  present: Map<number, number>;
  /** What tasks became, about in the order of time: threes of a moment, a state before and one after it. */
  steps: Float64Array;
  /** What is done now, by task. */
  done: Map<string, DoneTask>;
}

/** The state of what is not there: not made yet, deleted, or elsewhere. Others are the status of a person's task. */
const ABSENT = 0;
const STATUSES = TASK_STATUSES.length;

function stateOf(people: Map<string | null, number>, status: TaskStatus, assigneeId: string | null): number {
  let person = people.get(assigneeId);
  if (person === undefined) people.set(assigneeId, (person = people.size));
  return 1 + person * STATUSES + TASK_STATUSES.indexOf(status);
}

/** Of the states of a timeline, where one counts among the statuses: -1 where it is no task, or not of who is asked for. */
export function placesOf({ people }: Timeline, isWanted: (assigneeId: string | null) => boolean): Int8Array {
  const places = new Int8Array(1 + people.size * STATUSES).fill(-1);
  for (const [assigneeId, person] of people) {
    if (!isWanted(assigneeId)) continue;
    for (let status = 0; status < STATUSES; status += 1) places[1 + person * STATUSES + status] = status;
  }
  return places;
}

interface State {
  /** Unknown of what is gone for good. */
  status: TaskStatus | null;
  assigneeId: string | null;
  isHere: boolean;
}
const UNKNOWN: State = { status: null, assigneeId: null, isHere: false };

/** What a task was before a line, from what it was after it. */
function before(line: TaskLine, after: State): State {
  const isHere = line.action === 'deleted' || (line.action === 'updated' && after.isHere);
  if (line.moves) return { status: line.statusBefore, assigneeId: line.assigneeBefore, isHere };
  const tellsAssignee = line.assigneeBefore !== null || line.assigneeAfter !== null;
  return {
    status: line.statusBefore ?? after.status,
    assigneeId: tellsAssignee ? line.assigneeBefore : after.assigneeId,
    isHere,
  };
}

/** The steps that lines tell of: from what the tasks are now backwards. */
function stepsOf(people: Map<string | null, number>, { lines, tasks }: LogRead): number[] {
  const states = new Map<string, State>();
  const steps: number[] = [];
  const numberOf = ({ status, assigneeId, isHere }: State): number =>
    isHere && status !== null ? stateOf(people, status, assigneeId) : ABSENT;
  // they come nearly in this order
  lines.sort((one, other) => one.revision - other.revision || one.n - other.n);
  for (const line of lines.toReversed()) {
    const now = tasks.get(line.taskId);
    const after = states.get(line.taskId) ?? (now ? { ...now, isHere: !now.isDeleted } : UNKNOWN);
    const earlier = before(line, after);
    states.set(line.taskId, earlier);
    const [from, to] = [numberOf(earlier), numberOf(after)];
    // from the end, as all of it is turned round
    if (from !== to) steps.push(to, from, line.at);
  }
  return steps.toReversed();
}

const count = (counts: Map<number, number>, state: number, by: number): void => {
  counts.set(state, (counts.get(state) ?? 0) + by);
};

/** A timeline from all tasks as they are now, and the lines until now. */
export function newTimeline(
  known: Pick<Timeline, 'id' | 'epoch' | 'blanked' | 'since' | 'done'>,
  log: LogRead,
): Timeline {
  const people = new Map<string | null, number>();
  const present = new Map<number, number>();
  for (const { status, assigneeId, isDeleted } of log.tasks.values()) {
    if (!isDeleted) count(present, stateOf(people, status, assigneeId), 1);
  }
  const steps = Float64Array.from(stepsOf(people, log));
  return { ...known, revision: log.revision, people, present, steps };
}

/** The timeline with what was written since, and what of that is done now. */
export function grown(timeline: Timeline, log: LogRead, done: ReadonlyMap<string, DoneTask>): Timeline {
  const people = new Map(timeline.people);
  const present = new Map(timeline.present);
  const later = stepsOf(people, log);
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

/** What a timeline takes of memory, in bytes, nearly. */
export const bytesOf = ({ steps, done }: Timeline): number => 1_000 + steps.byteLength + done.size * 220;
