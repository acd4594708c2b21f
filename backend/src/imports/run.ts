import { type RawBuilder, sql } from 'kysely';
import type { ImportSource } from '../../contract/enums.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import type { KindName } from '../write/changeLog.js';
import type { NewRow } from '../write/insertRows.js';
import { originId } from './originId.js';
import type { ImportPlan } from './plan.js';
import type { RelationGraph } from './relationGraph.js';
import type { ImportCounts, Line } from './report.js';

/** The kinds of parts that an import creates. */
export const PART_KINDS = ['comment', 'checklist_item', 'task_relation', 'attachment'] as const satisfies KindName[];
export type PartKind = (typeof PART_KINDS)[number];

/** The keys of commands that undo imports begin with this. */
export const UNDO_KEY = 'undo-import:';

/** SQL condition on a row `part`: the undo of an import has deleted it, and no one has restored it since. */
export const IS_UNDONE: RawBuilder<unknown> = sql`(part.deleted_at is not null and exists (
  select 1 from change c where c.project_id = part.project_id and c.revision = part.deleted_revision
    and c.mutation_id like ${`${UNDO_KEY}%`}))`;

export interface Run {
  source: ImportSource;
  targetId: string;
  userId: string;
  withArchived: boolean;
  timeZone: string;
  plan: ImportPlan;
  /** The existing or planned tasks, with their levels. */
  levels: Map<string, number>;
  /** The direct subtasks of these tasks. */
  subtasks: Map<string, number>;
  seen: Set<string>;
  /** True if the project has no other tasks, so that tasks of our own download keep their numbers and ranks. */
  isNew: boolean;
  /** The highest number of a task in the file. */
  lastNumber: number;
  /** The relations, loaded when a part has some. */
  relations: RelationGraph | null;
  /** The project's revision after the last part; null before the first one. */
  revision: number | null;
}

/**
 * Forgets what is known of the tasks of earlier parts, so that it is read again: others have changed the project since,
 * and can have deleted, moved or related these tasks.
 */
export function forgetOtherParts(run: Run): void {
  run.levels.clear();
  run.subtasks.clear();
  run.relations = null;
}

/** A task to write, without the values that the project decides: its rank, its version and the ids of columns. */
export interface PlannedTask {
  row: NewRow;
  column: Pick<ColumnFields, 'id' | 'status'>;
  origin: { id: string; url: string | null };
  /** The number and the rank to keep, if they are free. */
  number: number | null;
  rank: string | null;
  /** The undo of an import has deleted the task. It is restored, with the values of this import. */
  isRestored: boolean;
}

/** An item to add to the end of a task's checklist. */
export interface PlannedItem {
  taskId: string;
  /** The last rank of the task's checklist. */
  after: string | null;
  row: NewRow;
}

/** The objects that a part of an import writes, and its report lines. */
export interface PlannedPart {
  tasks: PlannedTask[];
  items: PlannedItem[];
  comments: NewRow[];
  relations: NewRow[];
  files: NewRow[];
  /** Existing parts that the undo of an import has deleted. They are restored. */
  restored: { kind: PartKind; id: string }[];
  lines: Line[];
  made: ImportCounts;
  kept: ImportCounts;
  refused: number;
}

/** The ids that the objects of a file get in this project. */
export const taskIdOf = ({ targetId, source }: Pick<Run, 'targetId' | 'source'>, theirs: string): string =>
  originId(targetId, source, theirs);
/** Returns a time of the file, unless it is in the future. */
export const dropFutureTime = (at: string | null, now: Date): string | null =>
  at !== null && Date.parse(at) <= now.getTime() ? at : null;
