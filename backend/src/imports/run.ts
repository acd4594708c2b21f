import type { ImportSource } from '../../contract/enums.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import type { NewRow } from '../write/insertRows.js';
import { originId } from './originId.js';
import type { ImportPlan } from './plan.js';
import type { RelationGraph } from './relationGraph.js';
import type { ImportCounts, Line } from './report.js';

/** An import that is under way, or is tried. */
export interface Run {
  source: ImportSource;
  targetId: string;
  userId: string;
  withArchived: boolean;
  timeZone: string;
  plan: ImportPlan;
  /** The tasks that are there or planned, with their levels. */
  levels: Map<string, number>;
  /** The direct subtasks of these tasks. */
  subtasks: Map<string, number>;
  seen: Set<string>;
  /** The project has no other tasks, so that tasks of our own download keep their numbers and ranks. */
  isNew: boolean;
  /** The highest number that a task of the file has. */
  lastNumber: number;
  /** What is known of the relations, once a part has some. */
  relations: RelationGraph | null;
}

/** A task that is to be written, without what the project decides: its rank, its version and the ids of columns. */
export interface PlannedTask {
  row: NewRow;
  column: Pick<ColumnFields, 'id' | 'status'>;
  origin: { id: string; url: string | null };
  /** The number and the rank that it keeps, if they are free. */
  number: number | null;
  rank: string | null;
}

/** An item for a task: at the end of its checklist. */
export interface PlannedItem {
  taskId: string;
  /** The last rank of the task's checklist. */
  after: string | null;
  row: NewRow;
}

/** What a part of an import writes, and what it says about it. */
export interface PlannedPart {
  tasks: PlannedTask[];
  items: PlannedItem[];
  comments: NewRow[];
  relations: NewRow[];
  files: NewRow[];
  lines: Line[];
  made: ImportCounts;
  kept: ImportCounts;
  refused: number;
}

/** The ids that the objects of a file have in this project. */
export const taskIdOf = ({ targetId, source }: Pick<Run, 'targetId' | 'source'>, theirs: string): string =>
  originId(targetId, source, theirs);
/** A moment of the file, if it is not in the future. */
export const past = (at: string | null, now: Date): string | null =>
  at !== null && Date.parse(at) <= now.getTime() ? at : null;
