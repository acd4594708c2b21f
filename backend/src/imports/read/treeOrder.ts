import { importReason, type ImportReason } from '../../../contract/importReasons.js';
import { SUBTASKS } from '../../../contract/limits.js';
import type { DraftTask } from './draft.js';

/**
 * Sorts tasks so that parents come before their subtasks. A task whose parent is missing, or which is in a cycle, too
 * deep, or one subtask too many, moves up, and its losses record this.
 */
export function orderTree(tasks: readonly DraftTask[]): DraftTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const levels = new Map<string, number>();
  const counts = new Map<string, number>();
  const ordered: DraftTask[] = [];
  const reportLoss = (task: DraftTask, why: ImportReason): void =>
    void task.losses.push({ row: task.row, what: { kind: 'parent' }, why });

  /** The nearest ancestor that can have subtasks. */
  const highEnough = (parent: DraftTask): DraftTask => {
    let at = parent;
    while ((levels.get(at.id) ?? 1) >= SUBTASKS.levels && at.parentId !== null) at = byId.get(at.parentId) ?? at;
    return at;
  };

  const place = (task: DraftTask): void => {
    const named = task.parentId === null ? undefined : byId.get(task.parentId);
    if (task.parentId !== null && !named) reportLoss(task, importReason('parentNotInFile'));
    let parent = named;
    if (parent) {
      const high = highEnough(parent);
      if (high !== parent) reportLoss(task, importReason('movedUp', { max: SUBTASKS.levels }));
      parent = high;
      const count = (counts.get(parent.id) ?? 0) + 1;
      if (count > SUBTASKS.max) {
        reportLoss(task, importReason('tooManySubtasks', { max: SUBTASKS.max }));
        parent = undefined;
      } else counts.set(parent.id, count);
    }
    task.parentId = parent?.id ?? null;
    levels.set(task.id, parent ? (levels.get(parent.id) ?? 1) + 1 : 1);
    ordered.push(task);
  };

  for (const task of tasks) {
    // From the task up to its first ancestor that is not sorted yet.
    const path: DraftTask[] = [];
    const seen = new Set<string>();
    for (let at: DraftTask | undefined = task; at && !levels.has(at.id);) {
      seen.add(at.id);
      path.push(at);
      const parent: DraftTask | undefined = at.parentId === null ? undefined : byId.get(at.parentId);
      if (parent && seen.has(parent.id)) {
        reportLoss(at, importReason('parentIsItself'));
        at.parentId = null;
        break;
      }
      at = parent;
    }
    for (const one of path.toReversed()) place(one);
  }
  return ordered;
}
