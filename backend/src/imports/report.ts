import { sql } from 'kysely';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { englishReason, englishThing, type ImportReason, type ImportThing } from '../../contract/importReasons.js';
import { IMPORTS } from '../../contract/limits.js';

/** How many objects were created, or existed already. */
export interface ImportCounts {
  tasks: number;
  comments: number;
  checklistItems: number;
  columns: number;
  relations: number;
  files: number;
}

/** The results of an import, as stored. Its lines are in `import_line`. */
export interface StoredReport {
  made: ImportCounts;
  kept: ImportCounts;
  refused: number;
  lines: number;
  /** After an undo: the objects that were moved to the trash. */
  undone: ImportCounts | null;
  /** How often an undo was requested. An undo that began before an upgrade has no number. */
  undos?: number;
}

export const noCounts = (): ImportCounts => ({
  tasks: 0,
  comments: 0,
  checklistItems: 0,
  columns: 0,
  relations: 0,
  files: 0,
});
export const noReport = (): StoredReport => ({
  made: noCounts(),
  kept: noCounts(),
  refused: 0,
  lines: 0,
  undone: null,
});

/** One line of the report: a thing that was left out or changed. */
export interface Line {
  /** The id of the task that the line is about, if the task was imported. */
  taskId: string | null;
  /** Nothing of the item was imported. */
  isRefused: boolean;
  item: ImportThing;
  what: ImportThing;
  why: ImportReason;
}

/** Returns a line about a part of an item; the item itself was imported, or an undo keeps it. */
export const newLine = (
  item: ImportThing,
  what: ImportThing,
  why: ImportReason,
  taskId: string | null = null,
): Line => ({ taskId, isRefused: false, item, what, why });

/** Adds counts. Counts of an import that began before an upgrade can lack a kind. */
export function addCounts(one: Partial<ImportCounts>, other: Partial<ImportCounts>): ImportCounts {
  const sum = noCounts();
  for (const kind of Object.keys(sum) as (keyof ImportCounts)[]) sum[kind] = (one[kind] ?? 0) + (other[kind] ?? 0);
  return sum;
}

/** The data of a line, stored beside its English texts. Lines of earlier versions have none. */
export type LineWords = Pick<Line, 'item' | 'what' | 'why'>;

/** Stores the lines of a part in order. Lines above the limit are only counted. */
export async function storeLines(
  em: EntityManager,
  importId: string,
  first: number,
  lines: readonly Line[],
): Promise<void> {
  const room = lines.slice(0, Math.max(0, IMPORTS.lines - first));
  if (room.length === 0) return;
  const rows = room.map(({ taskId, isRefused, item, what, why }, at) => ({
    item: englishThing(item),
    what: englishThing(what),
    why: englishReason(why),
    words: { item, what, why } satisfies LineWords,
    n: first + at,
    task_id: taskId,
    is_refused: isRefused,
  }));
  await sql`
    insert into import_line (import_id, n, task_id, is_refused, item, what, why, words)
    select ${importId}, n, task_id, is_refused, item, what, why, words
    from jsonb_to_recordset(${toJsonb(rows)}) as line(n int, task_id uuid, is_refused boolean, item text, what text, why text, words jsonb)
    `.execute(em.getKysely());
}
