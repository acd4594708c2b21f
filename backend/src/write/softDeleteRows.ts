import { type RawBuilder, sql } from 'kysely';
import { isoText } from '../platform/database/isoText.js';
import type { KindName } from './changeLog.js';
import type { Tx } from './command.js';
import { kindOf } from './copyRows.js';

/* Deletes and restores any number of objects of a kind with one statement. Their log lines count as consequences. They
   keep their `updatedAt`, as no user changed them. `where` is a condition on rows `part`. */

/** Marks the objects of a project that `where` selects as deleted. */
export function softDeleteRows(
  tx: Tx,
  projectId: string,
  entity: KindName,
  where: RawBuilder<unknown>,
  deletedAt: Date = tx.now,
): void {
  const at = tx.revisionOf(projectId);
  tx.changeMany({
    projectId,
    entity,
    action: 'deleted',
    because: 'cascade',
    statement: sql`
      update ${kindOf(tx, entity).table} part set deleted_at = ${deletedAt}, deleted_by = ${tx.viewer.userId},
        deleted_revision = ${at}, version = ${at}
      where part.project_id = ${projectId} and part.deleted_at is null and (${where})
      returning part.id, jsonb_build_object('deletedAt', jsonb_build_array(null, ${deletedAt.toISOString()}::text)) as fields`,
  });
}

/** Restores the deleted objects of a project that `where` selects. `also`: other statements of the same change. */
export function restoreRows(
  tx: Tx,
  projectId: string,
  entity: KindName,
  where: RawBuilder<unknown>,
  also: readonly RawBuilder<unknown>[] = [],
): void {
  const { table } = kindOf(tx, entity);
  tx.changeMany({
    projectId,
    entity,
    action: 'restored',
    because: 'cascade',
    also,
    statement: sql`
      update ${table} part set deleted_at = null, deleted_by = null, deleted_revision = null,
        version = ${tx.revisionOf(projectId)}
      from (
        select part.id, ${sql.raw(isoText('part.deleted_at'))} as deleted_at from ${table} part
        where part.project_id = ${projectId} and part.deleted_at is not null and (${where})) was
      where part.id = was.id
      returning part.id, jsonb_build_object('deletedAt', jsonb_build_array(was.deleted_at, null)) as fields`,
  });
}
