import { RelationKind } from '../../contract/enums.js';
import { feedTaskLoader, type TaskRow } from '../tasks/task.reads.js';
import { readRelations } from '../relations/relation.reads.js';
import type { NewRelation } from '../relations/relation.service.js';
import type { Context } from '../request/context.js';
import { keyIn } from '../request/loaders.js';

/** The kinds of relations from the point of view of one task. */
export const TASK_LINKS = ['BLOCKS', 'BLOCKED_BY', 'RELATES', 'DUPLICATES', 'DUPLICATED_BY'] as const;
export type TaskLink = (typeof TASK_LINKS)[number];

/** The kinds seen from the other task. */
const REVERSED = { BLOCKED_BY: RelationKind.BLOCKS, DUPLICATED_BY: RelationKind.DUPLICATES } as const;
const FROM_THERE: Record<RelationKind, TaskLink> = {
  BLOCKS: 'BLOCKED_BY',
  RELATES: 'RELATES',
  DUPLICATES: 'DUPLICATED_BY',
};

/** Returns a relation as it is stored. */
export const toRelation = (kind: TaskLink, taskId: string, otherId: string): Omit<NewRelation, 'projectId'> =>
  kind === 'BLOCKED_BY' || kind === 'DUPLICATED_BY'
    ? { taskId: otherId, otherId: taskId, kind: REVERSED[kind] }
    : { taskId, otherId, kind };

/** Reads the related tasks of a task. The caller must have checked access to the task. */
export async function readLinks(ctx: Context, task: TaskRow): Promise<{ kind: TaskLink; other: TaskRow }[]> {
  const relations = await readRelations(ctx, task);
  const links = await Promise.all(
    relations.map(async ({ taskId, otherId, kind }) => {
      const isFromHere = taskId === task.id;
      const other = await feedTaskLoader(ctx).load(keyIn(task.projectId, isFromHere ? otherId : taskId));
      return other ? [{ kind: isFromHere ? kind : FROM_THERE[kind], other }] : [];
    }),
  );
  return links.flat();
}
