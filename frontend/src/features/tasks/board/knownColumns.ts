import { TASK_STATUSES } from '@contract/enums';
import { readStoredJson, writeStoredJson } from '../../../lib/storage';
import type { ProjectColumn } from '../../projects/columns/columnCache';

/** The fields of a column that a board's query needs. */
export type ColumnKind = Pick<ProjectColumn, 'id' | 'status'>;

export const toKinds = (columns: readonly ColumnKind[]): ColumnKind[] =>
  columns.map(({ id, status }) => ({ id, status }));

/** The maximum number of stored boards, those opened most recently. */
const MAX_STORED = 20;

/** A project and the columns of its board. */
type Remembered = [projectId: string, columns: readonly ColumnKind[]];

const isColumn = (value: unknown): value is ColumnKind =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'status' in value &&
  TASK_STATUSES.some((status) => status === value.status);

const isRemembered = (value: unknown): value is Remembered =>
  Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]) && value[1].every(isColumn);

const readAll = (): readonly Remembered[] => {
  const stored = readStoredJson('board-columns');
  return Array.isArray(stored) ? stored.filter(isRemembered) : [];
};

/** Returns the columns that a project's board had when it was last opened on this device; null for the usual ones. */
export const knownColumns = (projectId: string): readonly ColumnKind[] | null =>
  readAll().find(([id]) => id === projectId)?.[1] ?? null;

/** Stores the columns of a board, for the next query before they are loaded; null for one column per status. */
export const rememberColumns = (projectId: string, columns: readonly ColumnKind[] | null): void => {
  const before = readAll();
  const others = before.filter(([id]) => id !== projectId);
  const own: Remembered[] = columns ? [[projectId, toKinds(columns)]] : [];
  const next = [...own, ...others].slice(0, MAX_STORED);
  if (JSON.stringify(next) !== JSON.stringify(before)) writeStoredJson('board-columns', next);
};
