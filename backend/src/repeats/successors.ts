import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { copiedFields, readKeptAssignees } from '../tasks/copyTask.js';
import { choosePartIds, copyTaskParts, partsCopiedWithTask } from '../tasks/copyTaskParts.js';
import { loadedTasks, ranksAtEnd } from '../tasks/placement.js';
import { datesOn, isOnClockChange, nextDay } from '../tasks/repeat.js';
import type { Task } from '../tasks/task.entity.js';
import { newTask } from '../tasks/task.service.js';
import { getColumns } from '../tasks/taskColumn.js';
import { requireParent } from '../tasks/taskTree.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import type { Copies } from '../write/copyRows.js';

/* Creates the next task of a series. This is the only place: it runs in the command that sets a task to DONE, so that
   undo removes the new task, too. The project is locked, so two people who complete a task at once create only one. */

const hasBeenDone = ({ entity, action, fields }: Change): boolean =>
  entity === 'task' && action === 'updated' && fields['status']?.[1] === 'DONE';

/**
 * Returns the tasks whose next occurrence exists already, for example because a task was completed, reopened and
 * completed again.
 */
export async function findContinued({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${tasks.map(({ id }) => id)}::uuid[], ${tasks.map(({ seriesId }) => seriesId)}::uuid[],
        ${tasks.map(({ occurrence }) => (occurrence ?? 1) + 1)}::int[]) as wanted(id, series_id, occurrence)
    where exists (select 1 from task t where t.series_id = wanted.series_id and t.occurrence >= wanted.occurrence
      and t.deleted_at is null)`.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}

/** Returns when the previous tasks of the series were due, by the id of the task. */
async function readEarlier({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; dueDate: string }>`
    select distinct on (wanted.id) wanted.id, t.due_date as "dueDate"
    from unnest(${tasks.map(({ id }) => id)}::uuid[], ${tasks.map(({ seriesId }) => seriesId)}::uuid[],
        ${tasks.map(({ occurrence }) => (occurrence ?? 1) - 1)}::int[]) as wanted(id, series_id, occurrence)
    join task t on t.series_id = wanted.series_id and t.occurrence = wanted.occurrence and t.due_date is not null
    order by wanted.id, t.deleted_at desc nulls first`.execute(em.getKysely());
  return new Map(rows.map(({ id, dueDate }) => [id, new Date(dueDate)]));
}

/** Returns the parent of the next task: the same one, unless it has no space for another subtask. */
async function keptParent(tx: Tx, { projectId, parentId }: Task): Promise<string | null> {
  try {
    await requireParent(tx, projectId, null, parentId);
    return parentId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Creates the next occurrences of the tasks that the command sets to DONE. Returns whether there are any. */
export async function createSuccessors(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  // An undo only restores earlier states.
  if (tx.isUndo) return false;
  const ids = new Set(changes.filter(hasBeenDone).map(({ entityId }) => entityId));
  if (ids.size === 0) return false;
  const done = loadedTasks(tx).filter(({ id, repeat }) => ids.has(id) && repeat !== null);
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
  const earlier = shifted.length > 0 ? await readEarlier(tx, shifted) : new Map<string, Date>();
  const keptAssignee = await readKeptAssignees(
    tx,
    due.map(({ task }) => task),
  );
  const parts = partsCopiedWithTask(tx);
  for (const [projectId, some] of Map.groupBy(due, ({ task }) => task.projectId)) {
    const copies: Copies = { from: projectId, into: projectId, ids: new Map() };
    copies.ids.set('task', new Map(some.map(({ task }) => [task.id, newId()])));
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
        parentId: await keptParent(tx, task),
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
