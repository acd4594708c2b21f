import type { Context } from '../kernel/context.js';
import type { TaskRow } from './task.reads.js';

/** What a room further right adds to the JSON of a task. */
type Addition = (ctx: Context, taskId: string) => Promise<Record<string, unknown>>;
const additions: Addition[] = [];

/** Called once, while the rooms load: from then on every answered task carries what `addition` returns. */
export const addToTaskJson = (addition: Addition): void => {
  additions.push(addition);
};

/** A task as REST answers one and as CONFLICT carries it: with what other rooms add. */
export async function presentTask(ctx: Context, task: TaskRow): Promise<object> {
  const added = await Promise.all(additions.map((addition) => addition(ctx, task.id)));
  return Object.assign({ ...task }, ...added) as object;
}
