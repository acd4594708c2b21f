import { sql } from 'kysely';
import { Attachment } from '../attachments/attachment.entity.js';
import { ChecklistItem } from '../checklist/checklistItem.entity.js';
import { NOT_DELETED } from '../platform/database/softDelete.js';
import { AppError } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { isUnassignable, readAssignability } from '../tasks/assignable.js';
import { loadedTasks, ranksAtEnd } from '../tasks/placement.js';
import { datesOn, nextDay } from '../tasks/repeat.js';
import { Task } from '../tasks/task.entity.js';
import { newTask } from '../tasks/task.service.js';
import { getColumns } from '../tasks/taskColumn.js';
import { requireParent } from '../tasks/taskTree.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';

/*
 * The next task of a series is created here alone, whatever has set a task to DONE: in the same command, whose undo takes it
 * back. With the project locked, two people who complete a task at once make one.
 */

const hasBeenDone = ({ entity, action, fields }: Change): boolean =>
  entity === 'task' && action === 'updated' && fields['status']?.[1] === 'DONE';

/** Returns the tasks whose next one is there already, also a task that has been undone to before and done again. */
async function findContinued({ em }: Tx, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${tasks.map(({ id }) => id)}::uuid[], ${tasks.map(({ seriesId }) => seriesId)}::uuid[],
        ${tasks.map(({ occurrence }) => (occurrence ?? 1) + 1)}::int[]) as wanted(id, series_id, occurrence)
    where exists (select 1 from task t where t.series_id = wanted.series_id and t.occurrence >= wanted.occurrence
      and t.deleted_at is null)`.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}

/** Copies the checklist, unticked, and the files of a task. */
async function copyParts({ em, now, viewer }: Tx, from: Task, to: Task): Promise<void> {
  const { id: taskId, projectId } = to;
  const at = { projectId, taskId, version: 0, createdAt: now };
  const where = { taskId: from.id, deletedAt: null };
  for (const { text, rank } of await em.find(ChecklistItem, where)) {
    em.create(ChecklistItem, { ...at, id: newId(), text, rank, done: false, updatedAt: now, ...NOT_DELETED });
  }
  for (const { fileId, name, type, size, width, height, hasThumbnail, isCover } of await em.find(Attachment, where)) {
    const file = { fileId, name, type, size, width, height, hasThumbnail, isCover };
    em.create(Attachment, { ...at, ...file, id: newId(), creatorId: viewer.userId, ...NOT_DELETED });
  }
}

/** Returns the parent that the next task can have: the same one, as long as there is room below it. */
async function keptParent(tx: Tx, { projectId, parentId }: Task): Promise<string | null> {
  try {
    await requireParent(tx, projectId, null, parentId);
    return parentId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Creates the next tasks of those that the command sets to DONE. Returns whether there are any. */
export async function createSuccessors(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  // An undo brings back what was there.
  if (tx.isUndo) return false;
  const ids = new Set(changes.filter(hasBeenDone).map(({ entityId }) => entityId));
  if (ids.size === 0) return false;
  const done = loadedTasks(tx).filter(({ id, repeat }) => ids.has(id) && repeat !== null);
  const continued = done.length > 0 ? await findContinued(tx, done) : new Set<string>();
  const due = done.flatMap((task) => {
    if (task.repeat === null || continued.has(task.id)) return [];
    const day = nextDay(task, task.repeat, tx.now);
    return day === null ? [] : [{ task, repeat: task.repeat, day }];
  });
  if (due.length === 0) return false;
  const candidates = due.flatMap(({ task: { projectId, assigneeId } }) =>
    assigneeId === null ? [] : [{ projectId, userId: assigneeId }],
  );
  const assignabilityOf = await readAssignability(tx.em, candidates);
  const ranks = new Map<string, string[]>();
  for (const [projectId, { length }] of Map.groupBy(due, ({ task }) => task.projectId)) {
    ranks.set(projectId, await ranksAtEnd(tx, projectId, length));
  }
  for (const { task, repeat, day } of due) {
    const { projectId, assigneeId } = task;
    const { dueDate, dueDay, startDate } = datesOn(task, repeat, day);
    const isKept = assigneeId !== null && !isUnassignable(assignabilityOf(projectId, assigneeId));
    const next = newTask(tx, {
      id: newId(),
      projectId,
      title: task.title,
      description: task.description,
      priority: task.priority,
      tags: task.tags,
      column: (await getColumns(tx, projectId)).first('TODO'),
      rank: ranks.get(projectId)?.shift() ?? '',
      dueDate,
      dueDay,
      startDate,
      assigneeId: isKept ? assigneeId : null,
      parentId: await keptParent(tx, task),
      repeat,
      seriesId: task.seriesId,
      occurrence: (task.occurrence ?? 1) + 1,
    });
    next.creatorId = task.creatorId;
    await copyParts(tx, task, next);
  }
  return true;
}
