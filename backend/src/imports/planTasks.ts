import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { importReason, type ImportReason } from '../../contract/importReasons.js';
import { LIMITS, SUBTASKS } from '../../contract/limits.js';
import { dayAt, dueTimeOf } from '../../contract/localDays.js';
import { foldTask } from '../../contract/fold.js';
import { isRank } from '../platform/database/rank.js';
import { readAssignability } from '../tasks/assignable.js';
import { PARENT_NOT_FOUND, readParentState, refuseParent, SUBTASKS_FULL, TOO_DEEP } from '../tasks/taskTree.js';
import type { FileOutcome } from './archiveFiles.js';
import { originId } from './originId.js';
import type { ImportPlan } from './plan.js';
import { cut, toImportThing, toTag } from './read/cleanTask.js';
import { isWebAddress } from './read/json.js';
import type { DraftTask, ReportLoss } from './read/draft.js';
import { partIdsOf, readParts, TaskParts } from './planParts.js';
import { noCounts } from './report.js';
import { IS_UNDONE, dropFutureTime, type PlannedPart, type Run, taskIdOf } from './run.js';

interface Present {
  id: string;
  projectId: string;
  isDeleted: boolean;
  /** The undo of an import has deleted it. */
  isUndone: boolean;
}

async function readPresent(em: EntityManager, ids: readonly string[]): Promise<Map<string, Present>> {
  const { rows } = await sql<Present>`
    select id, project_id as "projectId", deleted_at is not null as "isDeleted", ${IS_UNDONE} as "isUndone"
    from task part where id = any(${[...ids]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map((row) => [row.id, row]));
}

const dueTimes = new Map<string, Date>();
/** The due time of a day, cached because computing it is slow. */
function dueTime(day: string, timeZone: string): Date {
  const key = `${day} ${timeZone}`;
  const known = dueTimes.get(key);
  if (known) return known;
  if (dueTimes.size > 5_000) dueTimes.clear();
  const time = dueTimeOf(day, timeZone);
  dueTimes.set(key, time);
  return time;
}

interface Dates {
  dueDate: Date | null;
  storedDay: string | null;
  dueDayTime: Date | null;
  startDate: string | null;
}

/** The first time zone to begin a day. */
const FIRST_ZONE = 'Pacific/Kiritimati';

/**
 * Returns the dates of a draft. Leaves out a start date after the due day. The time zone of a due time in a download of
 * Cairn is unknown, so the latest possible day counts.
 */
function toDates({ due, startDate, own }: DraftTask, timeZone: string, reportLoss: ReportLoss): Dates {
  const isDay = due?.length === 10;
  const dueDate = due === null ? null : isDay ? dueTime(due, timeZone) : new Date(due);
  const dueDay = isDay ? due : (own?.dueDay ?? null);
  const day = dueDate === null ? null : (dueDay ?? dayAt(dueDate, own ? FIRST_ZONE : timeZone));
  const isLate = startDate !== null && day !== null && startDate > day;
  if (isLate) reportLoss({ kind: 'startDate' }, importReason('startAfterDue'));
  return {
    dueDate,
    storedDay: dueDay,
    dueDayTime: dueDay === null ? null : dueDate,
    startDate: isLate ? null : startDate,
  };
}

/** Why a task has lost its parent. */
const PARENT_LOSS_REASONS = new Map([
  [PARENT_NOT_FOUND, importReason('parentNotImported')],
  [TOO_DEEP, importReason('tooDeep', { max: SUBTASKS.levels })],
  [SUBTASKS_FULL, importReason('tooManySubtasks', { max: SUBTASKS.max })],
]);

class PartPlanner {
  readonly #listOf: Map<string, ImportPlan['lists'][number]>;
  readonly #personOf: Map<string, ImportPlan['people'][number]>;

  constructor(
    readonly em: EntityManager,
    readonly run: Run,
    readonly now: Date,
    readonly isAssignable: (userId: string) => boolean,
    readonly part: PlannedPart,
    readonly parts: TaskParts,
  ) {
    this.#listOf = new Map(run.plan.lists.map((list) => [list.list.id, list]));
    this.#personOf = new Map(run.plan.people.map((person) => [person.person.id, person]));
  }

  refuse(draft: DraftTask, why: ImportReason): void {
    this.part.refused += 1;
    this.part.lines.push({ taskId: null, isRefused: true, item: draft.row, what: { kind: 'task' }, why });
  }

  createLossReporter(draft: DraftTask, taskId: string): ReportLoss {
    return (what, why) => void this.part.lines.push({ taskId, isRefused: false, item: draft.row, what, why });
  }

  /** Keeps an existing task and adds only its new parts. */
  async keep(draft: DraftTask, id: string): Promise<void> {
    this.part.kept.tasks += 1;
    await this.parts.add(draft, id, false);
  }

  /** Creates a task, or restores one that the undo of an import has deleted. */
  async make(draft: DraftTask, id: string, isRestored: boolean): Promise<void> {
    const { run, now } = this;
    const reportLoss = this.createLossReporter(draft, id);
    for (const { what, why } of draft.losses) reportLoss(what, why);
    const list = draft.listId === null ? undefined : this.#listOf.get(draft.listId);
    const isDone = draft.isDone || draft.isArchived;
    const { first } = run.plan;
    const { own } = draft;
    const chosen = list?.column ?? first[own?.status ?? 'TODO'];
    const column = isDone && chosen.status !== 'DONE' ? first.DONE : chosen;
    const tags = [...draft.tags];
    if (list?.isTagged) {
      const tag = toTag(list.list.name);
      if (tag !== '' && tags.length < LIMITS.tagsMax && !tags.includes(tag)) tags.push(tag);
      reportLoss({ kind: 'list' }, importReason('listIsTag', { column: list.column.name }));
    }
    const parentId = await this.#findParent(draft, reportLoss);
    run.levels.set(id, parentId === null ? 1 : (run.levels.get(parentId) ?? 1) + 1);
    const { assigneeId, note } = this.#assign(draft, reportLoss);
    const text = this.parts.renameFiles(draft, id, draft.description);
    const description = cut([text, note].filter((it) => it !== '').join('\n\n'), LIMITS.taskTextMax);
    const createdAt = dropFutureTime(draft.createdAt, now) ?? now.toISOString();
    const updatedAt = dropFutureTime(draft.updatedAt, now) ?? createdAt;
    this.part.tasks.push({
      column,
      origin: {
        id: cut(draft.id, 500),
        url: draft.url !== null && isWebAddress(draft.url) ? cut(draft.url, 2_000) : null,
      },
      number: run.isNew ? (own?.number ?? null) : null,
      rank: run.isNew && own && isRank(own.rank) ? own.rank : null,
      isRestored,
      row: {
        id,
        title: draft.title,
        description,
        folded: foldTask({ title: draft.title, description }),
        status: column.status,
        priority: draft.priority,
        ...toDates(draft, run.timeZone, reportLoss),
        tags,
        creatorId: this.parts.memberOf(own?.creator),
        assigneeId,
        parentId,
        createdAt,
        updatedAt,
        completedAt: dropFutureTime(own?.completedAt ?? draft.completedAt ?? null, now) ?? updatedAt,
        repeat: own?.repeat ?? null,
        seriesId: own?.seriesId == null ? null : originId(run.targetId, 'series', own.seriesId),
        occurrence: own?.occurrence ?? null,
      },
    });
    this.part.made.tasks += 1;
    await this.parts.add(draft, id, true);
  }

  /** Returns the parent if it was imported and can have one more subtask. */
  async #findParent(draft: DraftTask, reportLoss: ReportLoss): Promise<string | null> {
    if (draft.parentId === null) return null;
    const { run, em } = this;
    const parentId = taskIdOf(run, draft.parentId);
    if (!run.levels.has(parentId)) {
      const { level, siblings } = await readParentState(em, run.targetId, null, parentId);
      if (level > 0) {
        run.levels.set(parentId, level);
        run.subtasks.set(parentId, siblings);
      }
    }
    const count = run.subtasks.get(parentId) ?? 0;
    const level = run.levels.get(parentId) ?? 0;
    const refusal = refuseParent({ level, isCircle: false, height: 1, siblings: count });
    if (refusal !== null) {
      reportLoss({ kind: 'parent' }, PARENT_LOSS_REASONS.get(refusal) ?? importReason('parentNotImported'));
      return null;
    }
    run.subtasks.set(parentId, count + 1);
    return parentId;
  }

  #explainUnassigned(userId: string | null): ImportReason {
    if (userId === null) return importReason('noOneChosen');
    return importReason(this.isAssignable(userId) ? 'oneAssignee' : 'notAssignable');
  }

  /** Assigns the task to the first person matched with a member, and adds the others' names to its description. */
  #assign(draft: DraftTask, reportLoss: ReportLoss): { assigneeId: string | null; note: string } {
    const people = draft.assignees.flatMap((id) => this.#personOf.get(id) ?? []);
    const chosen = people.find(({ userId }) => userId !== null && this.isAssignable(userId));
    const others = people.filter((person) => person !== chosen);
    for (const { person, userId } of others) {
      reportLoss(toImportThing('assignee', person.name), this.#explainUnassigned(userId));
    }
    const names = others.map(({ person }) => person.name).join(', ');
    return { assigneeId: chosen?.userId ?? null, note: names === '' ? '' : `Assigned to: ${names}` };
  }
}

/**
 * Decides what a part of an import writes. A dry run calls it, too, to report what would happen. Adds the tasks to
 * `run`. `outcomes` contains the files of the part by their new ids.
 */
export async function planTasks(
  em: EntityManager,
  run: Run,
  drafts: readonly DraftTask[],
  outcomes: ReadonlyMap<string, FileOutcome>,
  now: Date,
): Promise<PlannedPart> {
  const { targetId } = run;
  const ids = drafts.map(({ id }) => taskIdOf(run, id));
  const related = drafts.flatMap(({ relations = [] }) => relations.flatMap(({ taskId, otherId }) => [taskId, otherId]));
  const present = await readPresent(em, [...new Set([...ids, ...related.map((id) => taskIdOf(run, id))])]);
  const partIds = drafts.flatMap((draft, at) => partIdsOf(run, ids[at] ?? '', draft));
  const presentParts = await readParts(
    em,
    targetId,
    ids.filter((id) => present.has(id)),
    partIds,
  );
  const userIds = [...new Set(run.plan.people.flatMap(({ userId }) => userId ?? []))];
  const assignability = await readAssignability(
    em,
    userIds.map((userId) => ({ projectId: targetId, userId })),
  );
  // The importer will be a member of a project that does not exist yet.
  const isAssignable = (userId: string): boolean =>
    assignability(targetId, userId) === 'assignable' || userId === run.userId;
  const isThere = (id: string): boolean => {
    const known = present.get(id);
    return run.levels.has(id) || (known?.projectId === targetId && !known.isDeleted);
  };
  const part: PlannedPart = {
    tasks: [],
    items: [],
    comments: [],
    relations: [],
    files: [],
    restored: [],
    lines: [],
    made: noCounts(),
    kept: noCounts(),
    refused: 0,
  };
  const parts = new TaskParts({ em, run, part, present: presentParts, outcomes, isThere, now });
  const planner = new PartPlanner(em, run, now, isAssignable, part, parts);
  for (const [at, draft] of drafts.entries()) {
    const id = ids[at] ?? '';
    const known = present.get(id);
    if (draft.isArchived && !run.withArchived) planner.refuse(draft, importReason('archivedLeftOut'));
    else if (run.seen.has(id)) planner.refuse(draft, importReason('taskRepeated'));
    else if (known && known.projectId !== targetId) planner.refuse(draft, importReason('inOtherProject'));
    else if (known?.isDeleted && !known.isUndone) planner.refuse(draft, importReason('inTrash'));
    else if (known && !known.isDeleted) await planner.keep(draft, id);
    else await planner.make(draft, id, known !== undefined);
    run.seen.add(id);
  }
  return part;
}
