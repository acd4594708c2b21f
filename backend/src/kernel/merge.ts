import type { EntityManager } from '@mikro-orm/postgresql';
import { fieldsChangedSince } from './changeLog.js';

/** A value as the log and the wire have it, to compare two of them. */
const comparable = (value: unknown): string => JSON.stringify(value ?? null);

/**
 * Which fields of a patch collide: changed by somebody since the version the patch was made from, and to something else
 * than the patch wants. Different fields merge, the same value is no change. Without a version nothing collides: the
 * caller says "whatever it is now".
 */
export async function collisions(
  em: EntityManager,
  current: { projectId: string; id: string; version: number },
  patch: Record<string, unknown>,
  version: number | null | undefined,
): Promise<string[]> {
  if (version == null || version >= current.version) return [];
  const now = current as unknown as Record<string, unknown>;
  const differing = Object.keys(patch).filter((name) => comparable(patch[name]) !== comparable(now[name]));
  if (differing.length === 0) return [];
  const changed = await fieldsChangedSince(em, current.projectId, current.id, version);
  return differing.filter((name) => changed.has(name));
}
