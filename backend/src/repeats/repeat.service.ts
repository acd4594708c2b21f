import { sql } from 'kysely';
import { TaskStatus } from '../../contract/enums.js';
import { completeRepeat, type GivenRepeat, setRepeatSchema } from '../../contract/repeat.js';
import { conflict, fieldError, invalid } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { activeProjects } from '../projects/project.reads.js';
import { datesOn, isOnClockChange, moveDates, nextDay, startSeries } from '../tasks/repeat.js';
import { Task } from '../tasks/task.entity.js';
import { presentTask } from '../tasks/task.presenter.js';
import { toTaskRow } from '../tasks/task.reads.js';
import { runOnTask } from '../tasks/task.service.js';
import type { TaskWrittenType } from '../tasks/task.types.js';
import type { Tx } from '../write/command.js';
import { applyPatch } from '../write/merge.js';
import { findContinued, readPreviousDueDates } from './successors.js';

/** Makes a task repeat, or changes how it repeats. Without a due date, it becomes due on the first day of the rule. */
export async function setRepeat(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  const { version, ...given } = parse(setRepeatSchema, raw);
  const repeat = completeRepeat(given);
  // Only the given fields identify a repeated request: a later release can have more defaults.
  return runOnTask(ctx, id, 'setRepeat', { version, ...given }, async (tx, task) => {
    const wasRepeating = task.repeat !== null;
    await applyPatch(tx, task, task.projectId, { version, repeat }, () =>
      conflict('Someone else has changed this task', () => presentTask(ctx, toTaskRow(task))),
    );
    await applyRepeatChange(tx, task, repeat, { field: 'rule', wasRepeating });
  });
}

/** Ends a series: its tasks stay, and none follows. */
export const endSeries = (ctx: Context, id: unknown): Promise<TaskWrittenType> =>
  runOnTask(ctx, id, 'endSeries', {}, async (tx, task) => {
    const wasRepeating = task.repeat !== null;
    task.repeat = null;
    await applyRepeatChange(tx, task, null, { field: 'id', wasRepeating });
  });

async function refuseIfContinued(tx: Tx, task: Task): Promise<void> {
  if ((await findContinued(tx, [task])).size > 0) throw conflict('The next task of this series is there already');
}

/**
 * Throws CONFLICT if the series goes on in another project of the viewer, which this command does not lock. It would not end by a
 * task that is done.
 */
async function refuseIfContinuedElsewhere({ em, viewer }: Tx, { projectId, seriesId }: Task): Promise<void> {
  const { rows } = await sql`
    select 1 from task t where t.series_id = ${seriesId} and t.project_id <> ${projectId} and t.repeat is not null
      and t.status <> 'DONE' and t.deleted_at is null and t.project_id in (${activeProjects(viewer)}) limit 1`.execute(
    em.getKysely(),
  );
  if (rows.length > 0) throw conflict('The next task of this series is in another project. End the series there.');
}

/**
 * Applies a changed `repeat` to the series of a task. Null ends the series, so later tasks do not repeat any more, either.
 * Throws CONFLICT for another rule if the next task exists already, because the rule would have no effect, and for the end if
 * the task is done and the next one is in another project.
 */
export async function applyRepeatChange(
  tx: Tx,
  task: Task,
  given: GivenRepeat | null,
  { field, wasRepeating }: { field: string; wasRepeating: boolean },
): Promise<void> {
  if (given !== null) {
    if (wasRepeating) await refuseIfContinued(tx, task);
    return startSeries(task, given, tx.now, { field, wasRepeating });
  }
  const { id, projectId, seriesId } = task;
  if (!wasRepeating || seriesId === null) return;
  if (task.status === TaskStatus.DONE) await refuseIfContinuedElsewhere(tx, task);
  const others = { projectId, seriesId, id: { $ne: id }, status: { $ne: TaskStatus.DONE }, deletedAt: null };
  for (const later of await tx.em.find(Task, others)) later.repeat = null;
}

const NOT_REPEATING = fieldError('notRepeating', 'This task does not repeat');
const NO_LATER_DAY = fieldError('noLaterDay', 'This is the last one of its series');

/**
 * Returns the dates of the next occurrence of a task. Throws VALIDATION_FAILED at `field` if there is none, and CONFLICT if
 * it is a task already.
 */
export async function datesOfNext(tx: Tx, task: Task, field: string): Promise<ReturnType<typeof datesOn>> {
  const { repeat } = task;
  if (repeat === null || task.status === 'DONE') throw invalid({ [field]: NOT_REPEATING });
  await refuseIfContinued(tx, task);
  // Whatever the mode, skipping moves to the next day of the rule.
  const day = nextDay(task, { ...repeat, mode: 'FROM_DUE' }, tx.now);
  if (day === null) throw invalid({ [field]: NO_LATER_DAY });
  const earlier = await readPreviousDueDates(tx, isOnClockChange(task, repeat) ? [task] : []);
  return datesOn(task, repeat, day, earlier.get(task.id));
}

export const nextOccurrence = ({ occurrence }: Task): number => (occurrence ?? 1) + 1;

/** Moves a repeating task to its next day, without completing it. */
export const skipOccurrence = (ctx: Context, id: unknown): Promise<TaskWrittenType> =>
  runOnTask(ctx, id, 'skipOccurrence', {}, async (tx, task) => {
    moveDates(task, await datesOfNext(tx, task, 'id'));
    task.occurrence = nextOccurrence(task);
  });
