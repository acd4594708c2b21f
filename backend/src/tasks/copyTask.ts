import type { Tx } from '../write/command.js';
import type { Copies } from '../write/copyRows.js';
import { readAssignability } from './assignable.js';
import { copyText } from './copyTaskParts.js';
import type { Task } from './task.entity.js';

/** The fields that every copy of a task has. Pictures in its description refer to the copied files. */
export function copiedFields({ id, projectId, title, description, priority, tags }: Task, { ids }: Copies) {
  const text = copyText(description, ids.get('attachment') ?? new Map());
  return { id: ids.get('task')?.get(id) ?? id, projectId, title, description: text, priority, tags };
}

/** Reads which assignees can still be assigned in the project. Returns a function that gives the assignee of a copy. */
export async function readKeptAssignees(
  { em }: Tx,
  tasks: readonly Task[],
): Promise<(task: Pick<Task, 'projectId' | 'assigneeId'>) => string | null> {
  const candidates = tasks.flatMap(({ projectId, assigneeId }) =>
    assigneeId === null ? [] : [{ projectId, userId: assigneeId }],
  );
  const assignabilityOf = await readAssignability(em, candidates);
  return ({ projectId, assigneeId }) =>
    assigneeId !== null && assignabilityOf(projectId, assigneeId) === 'assignable' ? assigneeId : null;
}
