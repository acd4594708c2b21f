import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RelationKind } from '../../contract/enums.js';
import { RELATIONS as LIMIT } from '../../contract/limits.js';
import { relateTasksSchema, unrelateTasksSchema } from '../../contract/relations.js';
import { NOT_DELETED, softDelete } from '../platform/database/softDelete.js';
import { fieldError, type FieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { readTaskProjectId } from '../tasks/task.reads.js';
import { Task } from '../tasks/task.entity.js';
import { loadForWrite, retryIfMoved } from '../tasks/task.service.js';
import { command, pickRevisions, toPayload, type Tx } from '../write/command.js';
import { createdObject } from '../write/created.js';
import { cannotRestoreRelation, closesCycle, relates } from './cycles.js';
import { TaskRelation } from './relation.entity.js';
import { readRelation, RELATIONS, type RelationRow } from './relation.reads.js';
import type { RelateTasksPayload, UnrelateTasksPayload } from './relation.types.js';

const toRelationPayload = toPayload('relation', RELATIONS);

const SAME_TASK = fieldError('sameTask', 'A task can’t be related to itself');
const NOT_IN_PROJECT = fieldError('taskNotFound', 'The other task must be a task of the same project');
const RELATION_CYCLE = fieldError(
  'relationCycle',
  'The other task already depends on this one. Remove that relation first.',
);
export const RELATIONS_FULL = fieldError('relationsFull', `A task can have at most ${LIMIT.max} relations`, {
  max: LIMIT.max,
});

export type NewRelation = Pick<TaskRelation, 'projectId' | 'taskId' | 'otherId' | 'kind'>;

/** The facts that decide whether a relation can be created. */
interface RelationState {
  /** The id of the same relation, if it exists. */
  known: string | null;
  isCycle: boolean;
  isFull: boolean;
}

async function readRelationState({ em }: Tx, { taskId, otherId, kind }: NewRelation): Promise<RelationState> {
  const [from, to, of] = [sql`${taskId}::uuid`, sql`${otherId}::uuid`, sql`${kind}::text`];
  const count = (id: string) => sql`(
    select count(*) from task_relation e where (e.task_id = ${id} or e.other_id = ${id}) and e.deleted_at is null)`;
  const { rows } = await sql<RelationState>`
    select (select e.id from task_relation e where ${relates(from, to, of)} and e.deleted_at is null limit 1) as known,
      ${closesCycle(from, to, of)} as "isCycle",
      greatest(${count(taskId)}, ${count(otherId)}) >= ${sql.lit(LIMIT.max)} as "isFull"`.execute(em.getKysely());
  return rows[0] ?? { known: null, isCycle: false, isFull: false };
}

/** Returns why these deleted relations of a locked project may not be restored; null if they may. */
export async function refuseRelations(em: EntityManager, ids: readonly string[]): Promise<FieldError | null> {
  const { rows } = await sql`
    select 1 from task_relation part where part.id = any(${[...ids]}::uuid[]) and part.deleted_at is not null
      and ${cannotRestoreRelation(sql`e.id = any(${[...ids]}::uuid[])`)} limit 1`.execute(em.getKysely());
  return rows.length > 0 ? RELATION_CYCLE : null;
}

/** Creates a relation in a locked project, or returns the existing one. */
export async function relate(tx: Tx, input: NewRelation): Promise<TaskRelation> {
  const { projectId, taskId, otherId } = input;
  await loadForWrite(tx, projectId, taskId);
  if (taskId === otherId) throw invalid({ otherId: SAME_TASK });
  const other = await tx.em.findOne(Task, { id: otherId, projectId, deletedAt: null });
  if (!other) throw invalid({ otherId: NOT_IN_PROJECT });
  const { known, isCycle, isFull } = await readRelationState(tx, input);
  if (known !== null) return tx.em.findOneOrFail(TaskRelation, { id: known });
  if (isCycle) throw invalid({ otherId: RELATION_CYCLE });
  if (isFull) throw invalid({ otherId: RELATIONS_FULL });
  return tx.em.create(TaskRelation, {
    ...input,
    id: newId(),
    creatorId: tx.viewer.userId,
    createdAt: tx.now,
    version: 0,
    ...NOT_DELETED,
  });
}

/** Relates two tasks of a project. Returns the existing relation if there is one. */
export async function relateTasks(ctx: Context, rawId: unknown, raw: unknown): Promise<RelateTasksPayload> {
  const taskId = parseId(rawId);
  const input = parse(relateTasksSchema, raw);
  await limitCreates(ctx);
  const create = (projectId: string) =>
    command<RelationRow>(ctx, {
      operation: 'relateTasks',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: (tx) => relate(tx, { projectId, taskId, ...input }),
      ...createdObject<RelationRow>((made) => readRelation(ctx, made)),
    });
  return toRelationPayload(await retryIfMoved(() => readTaskProjectId(ctx, taskId), create));
}

/** Removes all relations, or those of a kind, of two tasks of a locked project. Throws NOT_FOUND without any. */
export async function unrelate(
  tx: Tx,
  projectId: string,
  pair: readonly [string, string],
  kind?: RelationKind | null,
): Promise<void> {
  const found = await tx.em.find(TaskRelation, {
    projectId,
    taskId: { $in: pair },
    otherId: { $in: pair },
    deletedAt: null,
    ...(kind && { kind }),
  });
  if (found.length === 0) throw notFound('Relation');
  for (const relation of found) softDelete(relation, tx.viewer.userId, tx.revisionOf(projectId), tx.now);
}

/** Removes the relations between two tasks, or only those of one kind. Throws NOT_FOUND if there are none. */
export async function unrelateTasks(ctx: Context, rawId: unknown, raw: unknown): Promise<UnrelateTasksPayload> {
  requireViewer(ctx);
  const taskId = parseId(rawId);
  const input = parse(unrelateTasksSchema, raw);
  const { otherId, kind } = input;
  const remove = async (projectId: string): Promise<UnrelateTasksPayload> => {
    const done = await command(ctx, {
      operation: 'unrelateTasks',
      input: { taskId, ...input },
      projectIds: [projectId],
      run: (tx) => unrelate(tx, projectId, [taskId, otherId], kind),
    });
    return { taskId, otherId, projectId, ...pickRevisions(done) };
  };
  return retryIfMoved(() => readTaskProjectId(ctx, taskId), remove);
}
