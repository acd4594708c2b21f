import { TASK_STATUSES } from '@contract/enums';
import { readStoredJson, writeStoredJson } from '../../../lib/storage';
import type { ProjectColumn } from '../../projects/columns/columnCache';

/** What the question of a board needs to know of a column. */
export type ColumnKind = Pick<ProjectColumn, 'id' | 'status'>;

/** So many boards are remembered, those that were opened last. */
const MOST = 20;

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

/** The columns that the board of a project had when it was last opened here; null if it has the usual ones. */
export const knownColumns = (projectId: string): readonly ColumnKind[] | null =>
  readAll().find(([id]) => id === projectId)?.[1] ?? null;

/** Remembers the columns of a board, so that it is asked for by them before they are read again; null for the usual ones. */
export const rememberColumns = (projectId: string, columns: readonly ColumnKind[] | null): void => {
  const before = readAll();
  const others = before.filter(([id]) => id !== projectId);
  const own: Remembered[] = columns ? [[projectId, columns.map(({ id, status }) => ({ id, status }))]] : [];
  const next = [...own, ...others].slice(0, MOST);
  if (JSON.stringify(next) !== JSON.stringify(before)) writeStoredJson('board-columns', next);
};
