import type { EntityManager } from '@mikro-orm/postgresql';
import type { AppError } from '../platform/lib/errors.js';
import { toComparable, readFieldsChangedSince, findLogRule } from './changeLog.js';
import type { Tx } from './command.js';

/**
 * Returns the fields of a patch that were changed to a different value since the version it was made from. A patch without
 * a version has no conflicts. A version at or above `revision`, which this write takes, comes from before a backup was
 * restored: then every differing field is a conflict.
 */
async function findConflicts(
  em: EntityManager,
  current: { id: string; version: number },
  patch: Record<string, unknown>,
  version: number | null | undefined,
  revision: number,
): Promise<string[]> {
  if (version == null || (version >= current.version && version < revision)) return [];
  const now = current as unknown as Record<string, unknown>;
  const differing = Object.keys(patch).filter((name) => toComparable(patch[name]) !== toComparable(now[name]));
  if (version >= revision || differing.length === 0) return differing;
  const rule = findLogRule(current);
  if (!rule) throw new Error('only objects with a log have versions');
  const changed = await readFieldsChangedSince(em, rule.entity, current.id, version);
  const { paired } = rule;
  // Older versions log only one field of a pair.
  return differing.filter((name) => changed.has(paired?.field === name ? paired.with : name));
}

/** The fields to change, and the version of the object that the patch was made from. */
export type Patch<Fields> = Fields & { version?: number | null | undefined };

/**
 * Changes fields of a versioned object, whose project must be locked. Throws `conflict` if one of them was changed to a
 * different value since the version of the patch; changes to different fields merge.
 */
export async function applyPatch<Row extends { id: string; version: number }>(
  tx: Tx,
  row: Row,
  projectId: string,
  { version, ...fields }: Patch<Partial<Omit<Row, 'version'>>>,
  conflict: () => AppError,
): Promise<void> {
  const conflicts = await findConflicts(tx.em, row, fields, version, tx.revisionOf(projectId));
  if (conflicts.length > 0) throw conflict();
  tx.em.assign<object>(row, fields);
}
