import type { EntityManager } from '@mikro-orm/postgresql';
import { comparable, fieldsChangedSince, ruleOf } from './changeLog.js';

/**
 * Which fields of a patch collide: changed by somebody since the version the patch was made from, and to something else
 * than the patch wants. Different fields merge, the same value is no change. Without a version nothing collides: the
 * caller says "whatever it is now". A version that the project has not reached before `revision`, the one this write
 * takes, is of a past that a restored database no longer has: then everything collides.
 */
export async function collisions(
  em: EntityManager,
  current: { id: string; version: number },
  patch: Record<string, unknown>,
  version: number | null | undefined,
  revision: number,
): Promise<string[]> {
  if (version == null || (version >= current.version && version < revision)) return [];
  const now = current as unknown as Record<string, unknown>;
  const differing = Object.keys(patch).filter((name) => comparable(patch[name]) !== comparable(now[name]));
  if (version >= revision || differing.length === 0) return differing;
  const changed = await fieldsChangedSince(em, ruleOf(current)?.entity ?? '', current.id, version);
  return differing.filter((name) => changed.has(name));
}
