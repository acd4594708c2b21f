import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../platform/lib/ids.js';
import { copiedFields, readKeptAssignees } from '../tasks/copyTask.js';
import { choosePartIds, copyTaskParts, partsCopiedWithTask } from '../tasks/copyTaskParts.js';
import { hasSpaceForFiles } from '../tasks/fileSpace.js';
import { loadedTasks, ranksAtEnd } from '../tasks/placement.js';
import { datesOn, isOnClockChange, nextDay } from '../tasks/repeat.js';
import { OCCURRENCE_EXISTS } from '../tasks/series.js';
import type { Task } from '../tasks/task.entity.js';
import { newTask } from '../tasks/task.service.js';
import { getColumns } from '../tasks/taskColumn.js';
import { readParentState, refuseParent } from '../tasks/taskTree.js';
import { type Change, isMove } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import type { Copies } from '../write/copyRows.js';

/* Creates the next task of a series. This is the only place: it runs in the command that completes a task, so that
   undo removes the new task, too. The project is locked, so two people who complete a task at once create only one. */

/** Whether the change completed a task, or made a task repeat that may already be done, such as a new one. */
const needsNextOccurrence = (change: Change): boolean => {
  const { entity, action, fields } = change;
  if (entity !== 'task' || (action !== 'updated' && action !== 'created') || isMove(change)) return false;
  return fields['status']?.[1] === 'DONE' || fields['repeat']?.[1] != null;
};

/** Returns the tasks whose next occurrence exists, for example after being completed, reopened and completed again. */
export async function findContinued({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${tasks.map(({ id }) => id)}::uuid[], ${tasks.map(({ seriesId }) => seriesId)}::uuid[],
        ${tasks.map(({ occurrence }) => (occurrence ?? 1) + 1)}::int[]) as wanted(id, series_id, occurrence)
    where exists (select 1 from task t where t.series_id = wanted.series_id and t.occurrence >= wanted.occurrence
      and ${OCCURRENCE_EXISTS})`.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns when the occurrences before these were due, by the id of the task: as the log has it, if an occurrence of the same
 * task was skipped, and otherwise by the previous task of the series.
 */
export async function readPreviousDueDates({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlyMap<string, Date>> {
  if (tasks.length === 0) return new Map();
  const { rows } = await sql<{ id: string; dueDate: string }>`
    select wanted.id, coalesce(skipped.due_date, previous.due_date) as "dueDate"
    from unnest(${tasks.map(({ id }) => id)}::uuid[], ${tasks.map(({ projectId }) => projectId)}::uuid[],
        ${tasks.map(({ seriesId }) => seriesId)}::uuid[], ${tasks.map(({ occurrence }) => occurrence ?? 1)}::int[])
      as wanted(id, project_id, series_id, occurrence)
    left join lateral (
      select (c.fields #>> '{dueDate,0}')::timestamptz as due_date from change c
      where c.project_id = wanted.project_id and c.entity_id = wanted.id and c.entity = 'task' and c.action = 'updated'
        and c.fields #> '{occurrence,1}' = to_jsonb(wanted.occurrence)
      order by c.revision desc limit 1) skipped on true
    left join lateral (
      select t.due_date from task t
      where t.series_id = wanted.series_id and t.occurrence < wanted.occurrence and t.due_date is not null
      order by t.occurrence desc, t.deleted_at desc nulls first limit 1) previous on true
    where coalesce(skipped.due_date, previous.due_date) is not null`.execute(em.getKysely());
  return new Map(rows.map(({ id, dueDate }) => [id, new Date(dueDate)]));
}

/**
 * Returns the parents of the next tasks, by the id of the former task: the parent of the former task, if it has space
 * for another subtask. The other next tasks get no parent.
 */
async function readKeptParents({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const [parentId, some] of Map.groupBy(tasks, (task) => task.parentId)) {
    const [first] = some;
    if (!first || parentId === null) continue;
    const state = await readParentState(em, first.projectId, null, parentId);
    for (const { id } of some) {
      if (refuseParent(state) !== null) break;
      kept.set(id, parentId);
      state.siblings += 1;
    }
  }
  return kept;
}

/** Creates the next occurrences of the tasks that the command completes. Returns whether there are any. */
export async function createSuccessors(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  // An undo only restores earlier states.
  if (tx.isUndo) return false;
  const ids = new Set(changes.filter(needsNextOccurrence).map(({ entityId }) => entityId));
  if (ids.size === 0) return false;
  const done = loadedTasks(tx).filter(({ id, status, repeat }) => ids.has(id) && status === 'DONE' && repeat !== null);
  const continued = done.length > 0 ? await findContinued(tx, done) : new Set<string>();
  const due: { task: Task; repeat: NonNullable<Task['repeat']>; day: string }[] = [];
  for (const task of done) {
    if (task.repeat === null || continued.has(task.id)) continue;
    const day = nextDay(task, task.repeat, tx.now);
    if (day !== null) due.push({ task, repeat: task.repeat, day });
    // A search can take some milliseconds, and a command can have many tasks.
    await turn();
  }
  if (due.length === 0) return false;
  const shifted = due.flatMap(({ task, repeat }) => (isOnClockChange(task, repeat) ? task : []));
  const earlier = await readPreviousDueDates(tx, shifted);
  const former = due.map(({ task }) => task);
  const keptAssignee = await readKeptAssignees(tx, former);
  const keptParents = await readKeptParents(tx, former);
  for (const [projectId, some] of Map.groupBy(due, ({ task }) => task.projectId)) {
    const copies: Copies = { from: projectId, into: projectId, ids: new Map() };
    const formerIds = some.map(({ task }) => task.id);
    copies.ids.set('task', new Map(formerIds.map((id) => [id, newId()])));
    // Full projects do not keep people from completing tasks.
    const hasSpace = await hasSpaceForFiles(tx, formerIds, projectId);
    const parts = partsCopiedWithTask(tx).filter((name) => hasSpace || name !== 'attachment');
    await choosePartIds(tx, copies, parts);
    const ranks = await ranksAtEnd(tx, projectId, some.length);
    const column = (await getColumns(tx, projectId)).first('TODO');
    for (const [at, { task, repeat, day }] of some.entries()) {
      const next = newTask(tx, {
        ...copiedFields(task, copies),
        column,
        rank: ranks[at] ?? '',
        ...datesOn(task, repeat, day, earlier.get(task.id)),
        assigneeId: keptAssignee(task),
        parentId: keptParents.get(task.id) ?? null,
        repeat,
        seriesId: task.seriesId,
        occurrence: (task.occurrence ?? 1) + 1,
      });
      next.creatorId = task.creatorId;
    }
    copyTaskParts(tx, copies, parts);
  }
  return true;
}
