import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CHECKLIST, LIMITS, SUBTASKS } from '../../contract/limits.js';
import { dayAt, dueTimeOf } from '../../contract/localDays.js';
import { foldTask } from '../../contract/fold.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { readAssignability } from '../tasks/assignable.js';
import { PARENT_NOT_FOUND, readParentState, refuseParent, SUBTASKS_FULL, TOO_DEEP } from '../tasks/taskTree.js';
import type { NewRow } from '../write/insertRows.js';
import type { ImportSource } from '../../contract/enums.js';
import { originId } from './originId.js';
import type { ImportPlan } from './plan.js';
import { cut, toTag } from './read/cleanTask.js';
import { isWebAddress } from './read/json.js';
import type { DraftItem, DraftTask } from './read/draft.js';
import { type ImportCounts, type Line, noCounts } from './report.js';

/** An import that is under way, or is tried. */
export interface Run {
  source: ImportSource;
  targetId: string;
  userId: string;
  withArchived: boolean;
  timeZone: string;
  plan: ImportPlan;
  /** The tasks that are there or planned, with their levels. */
  levels: Map<string, number>;
  /** The direct subtasks of these tasks. */
  subtasks: Map<string, number>;
  seen: Set<string>;
}

/** A task that is to be written, without what the project decides: its rank, its version and the ids of columns. */
export interface PlannedTask {
  row: NewRow;
  column: Pick<ColumnFields, 'id' | 'status'>;
  origin: { id: string; url: string | null };
}

/** An item for a task: at the end of its checklist. */
export interface PlannedItem {
  taskId: string;
  /** The last rank of the task's checklist. */
  after: string | null;
  row: NewRow;
}

/** What a part of an import writes, and what it says about it. */
export interface PlannedPart {
  tasks: PlannedTask[];
  items: PlannedItem[];
  comments: NewRow[];
  lines: Line[];
  made: ImportCounts;
  kept: ImportCounts;
  refused: number;
}

interface Present {
  id: string;
  projectId: string;
  isDeleted: boolean;
}

interface Parts {
  /** Ids of comments and items that are there, deleted ones included. */
  ids: Set<string>;
  /** The items of a task, and the last rank. */
  checklists: Map<string, { count: number; rank: string | null }>;
}

async function readPresent(em: EntityManager, ids: readonly string[]): Promise<Map<string, Present>> {
  const { rows } = await sql<Present>`
    select id, project_id as "projectId", deleted_at is not null as "isDeleted" from task
    where id = any(${[...ids]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map((row) => [row.id, row]));
}

async function readParts(em: EntityManager, taskIds: readonly string[], partIds: readonly string[]): Promise<Parts> {
  if (taskIds.length === 0) return { ids: new Set(), checklists: new Map() };
  const db = em.getKysely();
  const { rows } = await sql<{ id: string }>`
    select id from comment where id = any(${[...partIds]}::uuid[])
    union all select id from checklist_item where id = any(${[...partIds]}::uuid[])`.execute(db);
  const { rows: lists } = await sql<{ taskId: string; count: number; rank: string | null }>`
    select task_id as "taskId", count(*) filter (where deleted_at is null)::int as count, max(rank) as rank
    from checklist_item where task_id = any(${[...taskIds]}::uuid[]) group by task_id`.execute(db);
  return {
    ids: new Set(rows.map(({ id }) => id)),
    checklists: new Map(lists.map(({ taskId, ...list }) => [taskId, list])),
  };
}

/** The ids that the objects of a file have in this project. */
export const taskIdOf = ({ targetId, source }: Pick<Run, 'targetId' | 'source'>, theirs: string): string =>
  originId(targetId, source, theirs);
const commentIdOf = (taskId: string, theirs: string): string => originId(taskId, 'comment', theirs);
const itemIdOf = (taskId: string, theirs: string): string => originId(taskId, 'item', theirs);

const dueTimes = new Map<string, Date>();
/** The due time of a day. Computing one takes much longer than looking it up. */
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

/** Makes dates of a draft. A start after the due day is left out. */
function toDates({ due, startDate }: DraftTask, timeZone: string, lose: (what: string, why: string) => void): Dates {
  const isDay = due?.length === 10;
  const dueDate = due === null ? null : isDay ? dueTime(due, timeZone) : new Date(due);
  const day = due === null || dueDate === null ? null : isDay ? due : dayAt(dueDate, timeZone);
  const isLate = startDate !== null && day !== null && startDate > day;
  if (isLate) lose('Start date', 'left out: it is after the due date');
  return {
    dueDate,
    storedDay: isDay ? due : null,
    dueDayTime: isDay ? dueDate : null,
    startDate: isLate ? null : startDate,
  };
}

/** A moment of the file, if it is not in the future. */
const past = (at: string | null, now: Date): string | null =>
  at !== null && Date.parse(at) <= now.getTime() ? at : null;

/** Why a task has lost its parent. */
const PARENT_LOSSES = new Map([
  [PARENT_NOT_FOUND, 'left out: the parent was not imported'],
  [TOO_DEEP, `left out: subtasks can have ${SUBTASKS.levels} levels`],
  [SUBTASKS_FULL, `left out: a task can have ${SUBTASKS.max} subtasks`],
]);

class PartPlanner {
  readonly part: PlannedPart = {
    tasks: [],
    items: [],
    comments: [],
    lines: [],
    made: noCounts(),
    kept: noCounts(),
    refused: 0,
  };
  readonly #listOf: Map<string, ImportPlan['lists'][number]>;
  readonly #personOf: Map<string, ImportPlan['people'][number]>;

  constructor(
    readonly em: EntityManager,
    readonly run: Run,
    readonly now: Date,
    readonly isAssignable: (userId: string) => boolean,
  ) {
    this.#listOf = new Map(run.plan.lists.map((list) => [list.list.id, list]));
    this.#personOf = new Map(run.plan.people.map((person) => [person.person.id, person]));
  }

  refuse(draft: DraftTask, why: string): void {
    this.part.refused += 1;
    this.part.lines.push({ taskId: null, isRefused: true, item: draft.row, what: 'Task', why });
  }

  lose(draft: DraftTask, taskId: string): (what: string, why: string) => void {
    return (what, why) => void this.part.lines.push({ taskId, isRefused: false, item: draft.row, what, why });
  }

  /** The task is there already: only what is new of its parts is added. */
  keep(draft: DraftTask, id: string, parts: Parts): void {
    this.part.kept.tasks += 1;
    this.addParts(draft, id, parts);
  }

  async make(draft: DraftTask, id: string, parts: Parts): Promise<void> {
    const { run, now } = this;
    const lose = this.lose(draft, id);
    for (const { what, why } of draft.losses) lose(what, why);
    const list = draft.listId === null ? undefined : this.#listOf.get(draft.listId);
    const isDone = draft.isDone || draft.isArchived;
    const { first } = run.plan;
    const own = list?.column ?? first.TODO;
    const column = isDone && own.status !== 'DONE' ? first.DONE : own;
    const tags = [...draft.tags];
    if (list?.isTagged) {
      const tag = toTag(list.list.name);
      if (tag !== '' && tags.length < LIMITS.tagsMax && !tags.includes(tag)) tags.push(tag);
      lose('List', `not a column here: its tasks are in “${list.column.name}” and have its name as a tag`);
    }
    const parentId = await this.#findParent(draft, lose);
    run.levels.set(id, parentId === null ? 1 : (run.levels.get(parentId) ?? 1) + 1);
    const { assigneeId, note } = this.#assign(draft, lose);
    const description = cut([draft.description, note].filter((text) => text !== '').join('\n\n'), LIMITS.taskTextMax);
    const createdAt = past(draft.createdAt, now) ?? now.toISOString();
    const updatedAt = past(draft.updatedAt, now) ?? createdAt;
    this.part.tasks.push({
      column,
      origin: {
        id: cut(draft.id, 500),
        url: draft.url !== null && isWebAddress(draft.url) ? cut(draft.url, 2_000) : null,
      },
      row: {
        id,
        title: draft.title,
        description,
        folded: foldTask({ title: draft.title, description }),
        status: column.status,
        priority: draft.priority,
        ...toDates(draft, run.timeZone, lose),
        tags,
        creatorId: run.userId,
        assigneeId,
        parentId,
        createdAt,
        updatedAt,
      },
    });
    this.part.made.tasks += 1;
    this.addParts(draft, id, parts);
  }

  /** Returns the parent if it was imported and can have one more subtask. */
  async #findParent(draft: DraftTask, lose: (what: string, why: string) => void): Promise<string | null> {
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
      lose('Parent', PARENT_LOSSES.get(refusal) ?? refusal.text);
      return null;
    }
    run.subtasks.set(parentId, count + 1);
    return parentId;
  }

  #whyNot(userId: string | null): string {
    if (userId === null) return 'no one here was chosen';
    return this.isAssignable(userId) ? 'a task has one assignee' : 'the person can’t have tasks of this project';
  }

  /** The first person that was matched with a member gets the task. The names of the others go into its description. */
  #assign(draft: DraftTask, lose: (what: string, why: string) => void): { assigneeId: string | null; note: string } {
    const people = draft.assignees.flatMap((id) => this.#personOf.get(id) ?? []);
    const chosen = people.find(({ userId }) => userId !== null && this.isAssignable(userId));
    const others = people.filter((person) => person !== chosen);
    for (const { person, userId } of others) {
      lose(`Assignee “${cut(person.name, 60)}”`, `${this.#whyNot(userId)}; the name is in the description`);
    }
    const names = others.map(({ person }) => person.name).join(', ');
    return { assigneeId: chosen?.userId ?? null, note: names === '' ? '' : `Assigned to: ${names}` };
  }

  addParts(draft: DraftTask, taskId: string, { ids, checklists }: Parts): void {
    const lose = this.lose(draft, taskId);
    const { part, run, now } = this;
    for (const comment of draft.comments) {
      const id = commentIdOf(taskId, comment.id);
      if (ids.has(id)) {
        part.kept.comments += 1;
        continue;
      }
      ids.add(id);
      const at = past(comment.at, now) ?? now.toISOString();
      part.made.comments += 1;
      part.comments.push({
        id,
        taskId,
        authorId: run.userId,
        text: comment.text,
        importedFrom: { name: comment.name, at },
        createdAt: at,
        updatedAt: at,
      });
    }
    const list = checklists.get(taskId) ?? { count: 0, rank: null };
    let { count } = list;
    const isNew = (item: DraftItem): boolean => !ids.has(itemIdOf(taskId, item.id));
    part.kept.checklistItems += draft.checklist.filter((item) => !isNew(item)).length;
    for (const item of draft.checklist.filter(isNew)) {
      if (count >= CHECKLIST.max) {
        lose(`Checklist item “${cut(item.text, 60)}”`, `left out: a checklist can have ${CHECKLIST.max} items`);
        continue;
      }
      count += 1;
      const id = itemIdOf(taskId, item.id);
      ids.add(id);
      part.made.checklistItems += 1;
      part.items.push({
        taskId,
        after: list.rank,
        row: { id, taskId, text: item.text, done: item.done, createdAt: now, updatedAt: now },
      });
    }
  }
}

/**
 * Decides what a part of an import writes. A dry run asks the same, so that it says what would happen. `run` gets to know the
 * tasks.
 */
export async function planTasks(
  em: EntityManager,
  run: Run,
  drafts: readonly DraftTask[],
  now: Date,
): Promise<PlannedPart> {
  const { targetId } = run;
  const ids = drafts.map(({ id }) => taskIdOf(run, id));
  const present = await readPresent(em, ids);
  const partIds = drafts.flatMap(({ comments, checklist }, at) => [
    ...comments.map(({ id }) => commentIdOf(ids[at] ?? '', id)),
    ...checklist.map(({ id }) => itemIdOf(ids[at] ?? '', id)),
  ]);
  const parts = await readParts(em, [...present.keys()], partIds);
  const userIds = [...new Set(run.plan.people.flatMap(({ userId }) => userId ?? []))];
  const assignability = await readAssignability(
    em,
    userIds.map((userId) => ({ projectId: targetId, userId })),
  );
  // The importer is a member of a project that is not there yet.
  const isAssignable = (userId: string): boolean =>
    assignability(targetId, userId) === 'assignable' || userId === run.userId;
  const planner = new PartPlanner(em, run, now, isAssignable);
  for (const [at, draft] of drafts.entries()) {
    const id = ids[at] ?? '';
    const known = present.get(id);
    if (draft.isArchived && !run.withArchived) planner.refuse(draft, 'archived: you chose to leave these out');
    else if (run.seen.has(id)) planner.refuse(draft, 'repeated: the file has it before');
    else if (known && known.projectId !== targetId)
      planner.refuse(draft, 'imported before and moved to another project');
    else if (known?.isDeleted) planner.refuse(draft, 'imported before and now in the trash: restore it there');
    else if (known) planner.keep(draft, id, parts);
    else await planner.make(draft, id, parts);
    run.seen.add(id);
  }
  return planner.part;
}
