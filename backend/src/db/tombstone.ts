import { p } from '@mikro-orm/core';

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

/** Takes the marks off a row. */
export function unbury(row: Tombstone): void {
  Object.assign(row, NOT_DELETED);
}

/** The names of these marks. */
export const TOMBSTONE = ['deletedAt', 'deletedBy', 'deletedRevision'] as const;
