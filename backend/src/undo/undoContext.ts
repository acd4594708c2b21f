import type { UndoConflict } from '../../contract/undo.js';
import type { SoftDeletable } from '../platform/database/softDelete.js';
import { type FieldChange, findLogRule, getOwnEntry, toComparable, withEntries } from '../write/changeLog.js';
import { isLoggedAs, isLongText } from '../write/longText.js';
import type { Tx } from '../write/command.js';
import type { ChangeSetName } from '../request/context.js';
import { AppError } from '../platform/lib/errors.js';
import type { Column } from '../columns/column.entity.js';
import { ProjectColumns } from '../columns/projectColumns.js';
import type { Project } from '../projects/project.entity.js';
import type { Task } from '../tasks/task.entity.js';
import type { Deletion } from '../tasks/taskParts.js';
import type { Line } from './logLines.js';
import type { MemberStates } from './memberStates.js';

export interface Conflict extends UndoConflict {
  projectId: string;
}

/** An object whose creation is undone; additions by others are conflicts. */
export interface Creation {
  projectId: string;
  id: string;
  actorId: string;
  /** The revision that made it. Revisions of its parts ascend from there through all projects; clocks of processes differ. */
  revision: number;
  /** The next task of a series, which its maker did not create by hand: their own additions are conflicts, too. */
  isNext: boolean;
}

/** An object with a rank: a task in its project, or a part in its task. */
export interface Placed {
  id: string;
  projectId: string;
  rank: string;
}

/** A part of a task, of any kind. */
export interface TaskPart extends SoftDeletable {
  id: string;
  projectId: string;
  taskId: string;
  /** The other task of a relation. */
  otherId?: string;
}

/** An object that returns to a position: its earlier rank, and the revision at which it had that rank. */
export interface FormerPlace {
  row: Placed;
  key: string;
  revision: number;
}

/**
 * The state of a running undo. Lines are reverted one by one, newest first, on the entities, so an older line sees the result of
 * the newer ones. Conflicts are collected; nothing is written if there are any.
 */
export interface UndoContext {
  tx: Tx;
  acts: readonly ChangeSetName[];
  lines: readonly Line[];
  projects: ReadonlyMap<string, Project>;
  tasks: ReadonlyMap<string, Task>;
  parts: ReadonlyMap<string, TaskPart>;
  /** All columns of the projects. */
  columns: ReadonlyMap<string, Column>;
  members: MemberStates;
  conflicts: Conflict[];
  /** Tasks and projects that are deleted again. */
  createdTasks: Creation[];
  createdProjects: Creation[];
  /** Columns that are deleted again; no other tasks may be in them. */
  createdColumns: Column[];
  /** By object; the oldest line has the first position. */
  places: Map<string, FormerPlace>;
  /** Tasks whose creation or restore is undone. Older lines can restore them again. */
  revertedCreations: Set<Task>;
  /** Restored tasks, whose assignees can have left, with their deletions. */
  restoredTasks: Map<Task, Deletion>;
  /** Tasks that are assigned again. */
  reassigned: Set<Task>;
  /** Tasks that return to the project they came from, with the change set in which they left it. */
  movedTasks: Map<Task, Pick<Line, 'projectId' | 'revision' | 'at'> & { from: string }>;
  /** Tasks that get their former parent again, and the line with that parent. */
  reparented: Map<Task, Line>;
  /** True for the change set that created the project. */
  isProjectCreation: (line: Line) => boolean;
  /** Converts an old rank to the present one, if it still marks the same place. */
  currentRank: (id: string, key: string, revision: number) => string;
}

/** The columns of a project, as far as they are reverted. */
export const columnsOf = ({ columns }: UndoContext, projectId: string): ProjectColumns =>
  new ProjectColumns(
    projectId,
    [...columns.values()].filter((column) => column.projectId === projectId),
  );

/** Converts a value of an entity to its form in the log. */
const toLogValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

/** Checks whether a value of an entity is the one that a line has. */
const isAsLogged = (value: unknown, after: unknown): boolean =>
  isLongText(after) ? isLoggedAs(value, after) : toComparable(toLogValue(value)) === toComparable(after);

/** Reverts the map entries that a line changed; null if one of them has changed since. */
function formerMap(now: unknown, [before, after]: FieldChange): unknown {
  const entries = (now ?? {}) as Record<string, unknown>;
  const isAsBefore = Object.entries(after as object).every(([name, value]) =>
    isAsLogged(getOwnEntry(entries, name), value),
  );
  return isAsBefore ? withEntries(entries, before as Record<string, unknown>) : null;
}

/** Notes that a field has changed since. */
export function addConflict({ conflicts }: UndoContext, line: Line, field: string, now: unknown): void {
  const { projectId, entity, entityId, fields } = line;
  const after = fields[field]?.[1] ?? null;
  const mine = isLongText(after) ? after.excerpt : after;
  conflicts.push({ projectId, entity, id: entityId, field, mine, now: toLogValue(now) });
}

/** Returns the fields of a line's object to revert. Reports a conflict for each field that has changed since. */
export function formerFields(undoing: UndoContext, line: Line, object: object): [name: string, before: unknown][] {
  const now = object as Record<string, unknown>;
  const maps: readonly string[] = findLogRule(object)?.maps ?? [];
  return Object.entries(line.fields).flatMap(([name, change]): [string, unknown][] => {
    const [before, after] = change;
    if (maps.includes(name)) {
      const former = formerMap(now[name], change);
      if (former !== null) return [[name, former]];
    } else if (isAsLogged(now[name], after)) return [[name, before]];
    addConflict(undoing, line, name, now[name]);
    return [];
  });
}

/** Returns the object of a line. Throws NOT_FOUND if it was purged or is in another project. */
export function objectOf<T extends { id: string }>(objects: ReadonlyMap<string, T>, { entityId, projectId }: Line): T {
  const object = objects.get(entityId);
  if (!object) throw new AppError('NOT_FOUND', 'The object of this change no longer exists');
  const { projectId: place = projectId } = object as { projectId?: string };
  if (place !== projectId) {
    throw new AppError('NOT_FOUND', 'What this changed is in another project by now');
  }
  return object;
}

/** True if the object exists. Notes a conflict if it was deleted. */
export function checkExists(undoing: UndoContext, line: Line, { deletedAt }: SoftDeletable): boolean {
  if (deletedAt === null) return true;
  addConflict(undoing, line, 'deletedAt', deletedAt);
  return false;
}

/**
 * True if this change set was the last to delete the object. Notes a conflict if another did, or it was restored. When a restore
 * is undone, the object has the time of its deletion again, but the revision of the undo.
 */
export function isDeletedBy(undoing: UndoContext, line: Line, { deletedAt, deletedRevision }: SoftDeletable): boolean {
  const byRevision = deletedRevision === line.revision || deletedRevision === undoing.tx.revisionOf(line.projectId);
  if (deletedAt !== null && (byRevision || isAsLogged(deletedAt, line.fields['deletedAt']?.[1]))) return true;
  addConflict(undoing, line, 'deletedAt', deletedAt);
  return false;
}
