import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { withdrawExports } from '../db/erase.js';
import { purgeProject, removeForGood } from '../db/purgeDeleted.js';
import { restorableSince } from '../db/tombstone.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import type { Context, Resources } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { enforce } from '../projects/project.policy.js';
import { loadRestorableProject } from '../projects/restore.service.js';
import { refusePurgeTask } from './trash.policy.js';
import { findTrashed, isTheirsAlone } from './trash.reads.js';
import type { PurgePayload } from './trash.types.js';

async function isAlone(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select ${isTheirsAlone(tx, tx.viewer.userId, sql`${id}::uuid`)} as alone`.execute(tx.em.getKysely());
  return rows[0]?.alone === true;
}

/** The projects that a task has been in. */
async function projectsOf(em: EntityManager, id: string): Promise<string[]> {
  const { rows } = await sql<{ projectId: string }>`
    select distinct project_id as "projectId" from change where entity_id = ${id}`.execute(em.getKysely());
  return rows.map(({ projectId }) => projectId);
}

/** Purges a deleted task with its parts. A line of the log says who did it; the others stay without their words. */
async function purgeTask(tx: Tx, projectId: string, id: string): Promise<void> {
  const { em, now } = tx;
  const { rows } = await sql<{ deletedAt: string }>`
    select deleted_at as "deletedAt" from task
    where id = ${id} and project_id = ${projectId} and deleted_at > ${restorableSince(now)} for update`.execute(
    em.getKysely(),
  );
  if (!rows[0]) throw notFound('Trash entry');
  const role = tx.roleIn(projectId);
  enforce(refusePurgeTask(role, await isAlone(tx, id)));
  await withdrawExports(em, await projectsOf(em, id), new Date(rows[0].deletedAt), now);
  await removeForGood(em, 'task', [id]);
  tx.changeMany({
    projectId,
    entity: 'task',
    action: 'deleted',
    because: null,
    statement: sql`
      select ${id}::uuid as id, jsonb_build_object('purgedAt', jsonb_build_array(null, ${now.toISOString()}::text)) as fields`,
  });
}

/** Gives a deleted project up: from now on nobody restores it, and a job removes what is in it, whatever its size. */
async function giveUpProject(tx: Tx, id: string): Promise<void> {
  const project = await loadRestorableProject(tx, id);
  if (!project.deletedAt) throw notFound('Trash entry');
  project.purgedAt = tx.now;
  await withdrawExports(tx.em, [id], project.deletedAt, tx.now);
  await addJob(tx.em, 'purgeProject', { id }, { key: `purgeProject:${id}` });
}

/**
 * Removes something from the trash for good, before its time. A project: its owners. A task: an OWNER of its project, or
 * whoever made it where nobody else wrote on it. NOT_FOUND when it is not in the viewer's trash.
 */
export async function purgeNow(ctx: Context, rawId: unknown): Promise<PurgePayload> {
  const id = parseId(rawId);
  const found = await findTrashed(ctx, id);
  const done = await command(ctx, {
    operation: 'purge',
    input: { id },
    // of one that is gone by now, a repeat is still known by its key
    projectIds: found ? [found.projectId] : [],
    ...(found?.kind === 'PROJECT' && { actor: { kind: 'formerOwner' }, inArchived: true }),
    run: async (tx) => {
      if (!found) throw notFound('Trash entry');
      if (found.kind === 'PROJECT') await giveUpProject(tx, id);
      else await purgeTask(tx, found.projectId, id);
    },
  });
  return { id, ...leftBy(done) };
}

/** The job that removes a project that was given up. Done again it goes on where it stopped. */
export async function doPurgeProject({ orm }: Resources, raw: unknown): Promise<void> {
  const { id } = v.parse(v.object({ id: v.string() }), raw);
  await purgeProject(orm, id);
}
