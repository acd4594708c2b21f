import type { Context } from '../../request/context.js';
import { AppError } from '../../platform/lib/errors.js';
import type { Precondition } from '../../request/precondition.js';
import type { Versioned } from '../../write/module.js';
import { modules } from '../../modules.js';
import { versionsIn } from './entityTags.js';
import type { RestRequest } from '../../request/restRow.js';
import type { Route } from './route.js';

const VERSIONED = new Map(modules.flatMap(({ versioned = {} }) => Object.entries(versioned)));

/** Returns the reads for the objects of a table. Throws if no module declares them. */
export function findVersioned(table: Precondition['table']): Versioned {
  const found = VERSIONED.get(table);
  if (!found) throw new Error(`No module says how ${table} is read for If-Match`);
  return found;
}

/**
 * Returns the precondition of a write from its `If-Match`; undefined for `*`. A write to an object without a version
 * refuses any other value, because ignoring the header could lose an edit.
 */
export function preconditionOf(
  { versioned }: Route,
  ctx: Context,
  { params }: RestRequest,
  ifMatch: string,
): Precondition | undefined {
  const versions = versionsIn(ifMatch);
  if (versions === null) return undefined;
  if (!versioned) throw new AppError('PRECONDITION_FAILED', 'This has no version that If-Match could name');
  const { param, present } = findVersioned(versioned);
  // as `parseId` does: `present` compares it with stored ids
  const id = (params[param] ?? '').toLowerCase();
  return { table: versioned, id, versions, present: () => present(ctx, id) };
}
