import { p } from '@mikro-orm/core';
import { DAY_MS } from '../../../contract/limits.js';
import { TRASH_DAYS } from '../../../contract/trash.js';

/**
 * Soft-delete columns. Everything that one deletion cascades to has the same project and revision, so that a restore takes
 * back exactly that. A job purges the rows later.
 */
export const softDeleteColumns = {
  deletedAt: () => p.datetime(3).strictNullable(),
  deletedBy: () => p.uuid().strictNullable(),
  deletedRevision: () => p.integer().strictNullable(),
};

export interface SoftDeletable {
  deletedAt: Date | null;
  deletedBy: string | null;
  deletedRevision: number | null;
}

export function softDelete(row: SoftDeletable, deletedBy: string, deletedRevision: number, deletedAt: Date): void {
  Object.assign(row, { deletedAt, deletedBy, deletedRevision });
}

export const NOT_DELETED = { deletedAt: null, deletedBy: null, deletedRevision: null } as const;

export function undelete(row: SoftDeletable): void {
  Object.assign(row, NOT_DELETED);
}

/** Returns the earliest deletion time that can still be restored, whether or not the purge has run. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS);

export const SOFT_DELETE_FIELDS = ['deletedAt', 'deletedBy', 'deletedRevision'] as const;
