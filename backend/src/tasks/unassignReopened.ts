import { keyIn } from '../request/loaders.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { isUnassignable, readAssignability } from './assignable.js';
import { loadedTasks } from './placement.js';

const isReopening = ({ entity, action, fields: { status } }: Change): boolean =>
  entity === 'task' && action === 'updated' && status?.[0] === 'DONE' && status[1] !== 'DONE';

/**
 * Unassigns reopened tasks of people who cannot have open tasks of the project. They kept them when they left, because
 * the tasks were done. Returns whether there are any.
 */
export async function unassignReopened(tx: Tx, changes: readonly Change[]): Promise<boolean> {
  const ids = new Set(changes.filter(isReopening).map(({ entityId }) => entityId));
  if (ids.size === 0) return false;
  // Members who join in the same command, as by undo, are not stored yet.
  const joined = new Set(
    changes.flatMap(({ entity, action, projectId, entityId }) =>
      entity === 'member' && action !== 'deleted' ? keyIn(projectId, entityId) : [],
    ),
  );
  const candidates = loadedTasks(tx).flatMap((task) => {
    const { id, projectId, assigneeId: userId } = task;
    return ids.has(id) && userId !== null && !joined.has(keyIn(projectId, userId)) ? [{ task, projectId, userId }] : [];
  });
  const assignabilityOf = await readAssignability(tx.em, candidates);
  const lost = candidates.filter(({ projectId, userId }) => isUnassignable(assignabilityOf(projectId, userId)));
  for (const { task } of lost) task.assigneeId = null;
  return lost.length > 0;
}
