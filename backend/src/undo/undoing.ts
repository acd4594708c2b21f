import type { UndoConflict } from '../../contract/undo.js';
import type { Tombstone } from '../db/tombstone.js';
import type { ChecklistItem } from '../checklist/checklistItem.entity.js';
import type { Comment } from '../comments/comment.entity.js';
import { comparable } from '../kernel/changeLog.js';
import type { ChangeSetName, Tx } from '../kernel/command.js';
import { AppError } from '../kernel/errors.js';
import type { Project } from '../projects/project.entity.js';
import type { Task } from '../tasks/task.entity.js';
import type { Line } from './acts.js';
import type { MemberStates } from './memberStates.js';

/** What stands in the way, and in which project. */
export interface Obstacle extends UndoConflict {
  projectId: string;
}

/** Something that was made, and goes again: what others have added to it since stands in the way. */
export interface Made {
  projectId: string;
  id: string;
  actorId: string;
  since: Date;
}

/** What has a place: a card in its project, an item in its checklist. */
export type Placed = Task | ChecklistItem;

/** Something that goes back to a place: the key that it had, in the order that there was at this revision. */
export interface FormerPlace {
  row: Placed;
  key: string;
  revision: number;
}

/**
 * An undo under way. Lines are taken back one by one, the newest first, on the entities themselves: what an older line
 * meets is what the newer ones have left. What stands in the way is gathered; nothing is written when there is any.
 */
export interface Undoing {
  tx: Tx;
  acts: readonly ChangeSetName[];
  lines: readonly Line[];
  projects: ReadonlyMap<string, Project>;
  tasks: ReadonlyMap<string, Task>;
  comments: ReadonlyMap<string, Comment>;
  items: ReadonlyMap<string, ChecklistItem>;
  members: MemberStates;
  obstacles: Obstacle[];
  /** Tasks that go again, and projects. */
  madeTasks: Made[];
  madeProjects: Made[];
  /** By object; the oldest line says where it was before all. */
  places: Map<string, FormerPlace>;
  /** Tasks that come back: who has them may have left meanwhile. */
  returning: Task[];
  /** Tasks that are given to somebody again. */
  given: Set<Task>;
  /** Tasks that go into the project they came from. */
  moved: Set<Task>;
  /** Is it of the act that made its project? */
  isMaking: (line: Line) => boolean;
  /** Whether the keys of places still stand for what they stood for. */
  keyNow: (id: string, key: string, revision: number) => string;
}

/** A value of an entity as the log has it. */
export const logged = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));

/** Notes that a field is not as the act left it. */
export function obstruct({ obstacles }: Undoing, line: Line, field: string, now: unknown): void {
  const { projectId, entity, entityId, fields } = line;
  obstacles.push({ projectId, entity, id: entityId, field, mine: fields[field]?.[1] ?? null, now: logged(now) });
}

/** The fields of an object that its line speaks of, as they are to be again; notes those that are something else by now. */
export function formerFields(undoing: Undoing, line: Line, object: object): [name: string, before: unknown][] {
  const now = object as Record<string, unknown>;
  return Object.entries(line.fields).flatMap(([name, [before, after]]) => {
    if (comparable(logged(now[name])) === comparable(after)) return [[name, before]];
    obstruct(undoing, line, name, now[name]);
    return [];
  });
}

/** The object that a line speaks of; NOT_FOUND where it is gone for good, or in another project by now. */
export function objectOf<T extends { id: string }>(objects: ReadonlyMap<string, T>, { entityId, projectId }: Line): T {
  const object = objects.get(entityId);
  if (!object) throw new AppError('NOT_FOUND', 'What this changed is gone');
  const { projectId: place = projectId } = object as { projectId?: string };
  if (place !== projectId) {
    throw new AppError('NOT_FOUND', 'What this changed is in another project by now');
  }
  return object;
}

/** Is it there? Notes it where it is deleted by now. */
export function isThere(undoing: Undoing, line: Line, { deletedAt }: Tombstone): boolean {
  if (deletedAt === null) return true;
  obstruct(undoing, line, 'deletedAt', deletedAt);
  return false;
}

/** Was it this act that deleted it last, or a newer line just now? Notes it where it was another, or it is back. */
export function isDeletedBy(undoing: Undoing, line: Line, { deletedAt, deletedRevision }: Tombstone): boolean {
  const justNow = undoing.tx.revisionOf(line.projectId);
  if (deletedAt !== null && (deletedRevision === line.revision || deletedRevision === justNow)) return true;
  obstruct(undoing, line, 'deletedAt', deletedAt);
  return false;
}
