import { p } from '@mikro-orm/core';
import { DAY_MS } from '../../contract/limits.js';
import { TRASH_DAYS } from '../../contract/trash.js';

/**
 * Deleting marks, so that restoring can take back exactly what one act removed: everything a cascade took carries the
 * same project and revision. A job purges the marked rows later.
 */
export const tombstone = {
  deletedAt: () => p.datetime(3).strictNullable(),
  deletedBy: () => p.uuid().strictNullable(),
  deletedRevision: () => p.integer().strictNullable(),
};

/** The marks of a row. */
export interface Tombstone {
  deletedAt: Date | null;
  deletedBy: string | null;
  deletedRevision: number | null;
}

/** Marks a row as deleted. */
export function bury(row: Tombstone, deletedBy: string, deletedRevision: number, deletedAt: Date): void {
  Object.assign(row, { deletedAt, deletedBy, deletedRevision });
}

/** What a new row has. */
export const NOT_DELETED = { deletedAt: null, deletedBy: null, deletedRevision: null } as const;

/** Takes the mark away again. */
export function unbury(row: Tombstone): void {
  Object.assign(row, NOT_DELETED);
}

/** Since when what is deleted can still be restored; what went before is gone, whatever the purge has got to. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

/** The names of these marks. */
export const TOMBSTONE = ['deletedAt', 'deletedBy', 'deletedRevision'] as const;
