import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { withdrawExports } from '../write/erase.js';
import { purgeProject, purgeObjects } from '../write/purgeDeleted.js';
import { restorableSince } from '../platform/database/softDelete.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import type { Context, Resources } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { addJob, LONG_JOBS } from '../platform/jobs/addJob.js';
import { enforce } from '../projects/project.policy.js';
import { loadRestorableProject } from '../projects/restore.service.js';
import { refusePurgeTask } from './trash.policy.js';
import { findTrashEntry, selectIsSoleAuthor } from './trash.reads.js';
import type { PurgePayload } from './trash.types.js';

async function isSoleAuthor(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select ${selectIsSoleAuthor(tx, tx.viewer.userId, sql`${id}::uuid`)} as alone`.execute(tx.em.getKysely());
  return rows[0]?.alone === true;
}

/** Returns the ids of all projects that a task has been in. */
async function readPastProjects(em: EntityManager, id: string): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select distinct project_id as "projectId" from change where entity_id = ${id}`.execute(em.getKysely());
  return rows.map(({ projectId }) => projectId);
}

/** Purges a deleted task with its parts. Its log lines stay without text, and a new one records the purge. */
async function purgeTask(tx: Tx, projectId: string, id: string): Promise<void> {
  const { em, now } = tx;
  const { rows } = await sql<{ deletedAt: string }>`
    select deleted_at as "deletedAt" from task
    where id = ${id} and project_id = ${projectId} and deleted_at > ${restorableSince(now)} for update`.execute(
    em.getKysely(),
  );
  if (!rows[0]) throw notFound('Trash entry');
  const role = tx.roleIn(projectId);
  enforce(refusePurgeTask(role, await isSoleAuthor(tx, id)));
  await withdrawExports(em, await readPastProjects(em, id), new Date(rows[0].deletedAt), now);
  await purgeObjects(em, 'task', [id]);
  tx.changeMany({
    projectId,
    entity: 'task',
    action: 'deleted',
    because: null,
    statement: sql`
      select ${id}::uuid as id, jsonb_build_object('purgedAt', jsonb_build_array(null, ${now.toISOString()}::text)) as fields`,
  });
}

/** Marks a deleted project as purged, so that it cannot be restored; a job removes its contents. */
async function markProjectPurged(tx: Tx, id: string): Promise<void> {
  const project = await loadRestorableProject(tx, id);
  if (!project.deletedAt) throw notFound('Trash entry');
  project.purgedAt = tx.now;
  await withdrawExports(tx.em, [id], project.deletedAt, tx.now);
  await addJob(tx.em, 'purgeProject', { id }, { key: `purgeProject:${id}`, queue: LONG_JOBS });
}

/**
 * Purges a project or task from the trash. A project: its owners. A task: an OWNER of its project, or its creator if no other
 * person changed it. Throws NOT_FOUND if it is not in the viewer's trash.
 */
export async function purgeNow(ctx: Context, rawId: unknown): Promise<PurgePayload> {
  const id = parseId(rawId);
  const found = await findTrashEntry(ctx, id);
  const done = await command(ctx, {
    operation: 'purge',
    input: { id },
    // A repeated request for a purged object is still recognized by its key.
    projectIds: found ? [found.projectId] : [],
    ...(found?.kind === 'PROJECT' && { actor: { kind: 'formerOwner' }, inArchived: true }),
    run: async (tx) => {
      if (!found) throw notFound('Trash entry');
      if (found.kind === 'PROJECT') await markProjectPurged(tx, id);
      else await purgeTask(tx, found.projectId, id);
    },
  });
  return { id, ...pickRevisions(done) };
}

/** Removes the contents of a purged project. A retry continues where the job stopped. */
export async function runPurgeProject({ orm }: Resources, raw: unknown): Promise<void> {
  const { id } = v.parse(v.object({ id: v.string() }), raw);
  await purgeProject(orm, id);
}
