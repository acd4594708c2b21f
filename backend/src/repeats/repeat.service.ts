import { completeRepeat, setRepeatSchema } from '../../contract/repeat.js';
import { conflict, fieldError, invalid } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { datesOn, isOnClockChange, moveDates, nextDay, startSeries } from '../tasks/repeat.js';
import type { Task } from '../tasks/task.entity.js';
import { presentTask } from '../tasks/task.presenter.js';
import { toTaskRow } from '../tasks/task.reads.js';
import { runOnTask } from '../tasks/task.service.js';
import type { TaskWrittenType } from '../tasks/task.types.js';
import type { Tx } from '../write/command.js';
import { applyPatch } from '../write/merge.js';
import { findContinued, readEarlier } from './successors.js';

/** Makes a task repeat, or changes how it repeats. Without a due date, it becomes due on the first day of the rule. */
export async function setRepeat(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  const { version, ...given } = parse(setRepeatSchema, raw);
  const repeat = completeRepeat(given);
  return runOnTask(ctx, id, 'setRepeat', { version, ...repeat }, async (tx, task) => {
    const wasRepeating = task.repeat !== null;
    await applyPatch(tx, task, task.projectId, { version, repeat }, () =>
      conflict('Someone else has changed this task', () => presentTask(ctx, toTaskRow(task))),
    );
    startSeries(task, repeat, tx.now, { field: 'rule', wasRepeating });
  });
}

/** Ends a series: this task stays, and has no next occurrence. */
export const endSeries = (ctx: Context, id: unknown): Promise<TaskWrittenType> =>
  runOnTask(ctx, id, 'endSeries', {}, async (_tx, task) => {
    task.repeat = null;
  });

const NOT_REPEATING = fieldError('notRepeating', 'This task does not repeat');
const NO_LATER_DAY = fieldError('noLaterDay', 'This is the last one of its series');

/**
 * Returns the dates of the next occurrence of a task. Throws VALIDATION_FAILED at `field` if there is none, and CONFLICT if
 * it is a task already.
 */
export async function datesOfNext(tx: Tx, task: Task, field: string): Promise<ReturnType<typeof datesOn>> {
  const { repeat } = task;
  if (repeat === null || task.status === 'DONE') throw invalid({ [field]: NOT_REPEATING });
  if ((await findContinued(tx, [task])).size > 0) throw conflict('The next task of this series is there already');
  // Whatever the mode, skipping moves to the next day of the rule.
  const day = nextDay(task, { ...repeat, mode: 'FROM_DUE' }, tx.now);
  if (day === null) throw invalid({ [field]: NO_LATER_DAY });
  const earlier = await readEarlier(tx, isOnClockChange(task, repeat) ? [task] : []);
  return datesOn(task, repeat, day, earlier.get(task.id));
}

export const nextOccurrence = ({ occurrence }: Task): number => (occurrence ?? 1) + 1;

/** Moves a repeating task to its next day, without completing it. */
export const skipOccurrence = (ctx: Context, id: unknown): Promise<TaskWrittenType> =>
  runOnTask(ctx, id, 'skipOccurrence', {}, async (tx, task) => {
    moveDates(task, await datesOfNext(tx, task, 'id'));
    task.occurrence = nextOccurrence(task);
  });
