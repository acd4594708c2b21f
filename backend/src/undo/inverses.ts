import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProjectRole } from '../../contract/enums.js';
import type { NeededRole } from '../../contract/roles.js';
import { ATTACHMENTS, CHECKLIST, RELATIONS } from '../../contract/limits.js';
import { Attachment } from '../attachments/attachment.entity.js';
import { ATTACHMENTS_FULL } from '../attachments/attachment.service.js';
import { CHECKLIST_FULL } from '../checklist/checklist.service.js';
import { ChecklistItem } from '../checklist/checklistItem.entity.js';
import type { Column } from '../columns/column.entity.js';
import { refuseManageColumns } from '../columns/column.policy.js';
import { Comment } from '../comments/comment.entity.js';
import { refuseDeleteComment, refuseEditComment } from '../comments/comment.policy.js';
import { softDelete, undelete } from '../platform/database/softDelete.js';
import { type ChangeAction, isMove, type KindName } from '../write/changeLog.js';
import { fromLog } from '../write/kinds.js';
import { AppError, fieldError, type FieldError, forbidden, invalid } from '../platform/lib/errors.js';
import {
  enforce,
  type Refusal,
  refuseArchiveProject,
  refuseChangeKey,
  refuseDeleteProject,
  refuseManageMembers,
} from '../projects/project.policy.js';
import { refuseRelations, RELATIONS_FULL } from '../relations/relation.service.js';
import { TaskRelation } from '../relations/relation.entity.js';
import type { Task } from '../tasks/task.entity.js';
import { moveTaskRow } from '../tasks/moveToProject.service.js';
import { undeleteTask } from '../tasks/taskParts.js';
import { findOtherHalf, type Line } from './logLines.js';
import {
  addConflict,
  checkExists,
  columnsOf,
  formerFields,
  isDeletedBy,
  objectOf,
  type Placed,
  type TaskPart,
  type UndoContext,
} from './undoContext.js';

/** How to revert one line, and who may do so. */
interface Inverse {
  revert: (undoing: UndoContext, line: Line) => void;
  /** Also allowed to API tokens with write access. */
  program: (line: Line) => boolean;
  /** Also allowed in an archived project. */
  inArchived: (line: Line) => boolean;
  /** The least role in the line's project, as for the same change by hand. */
  needs: (line: Line, undoing: UndoContext) => NeededRole;
}

/** How to revert each action on a kind of object; for parts of a task, also how many parts a task can have. */
type KindInverses = Readonly<Record<ChangeAction, Inverse>> & Pick<PartRules<TaskPart>, 'limit' | 'refuseRestore'>;

const always = (): boolean => true;
const never = (): boolean => false;
const members = (): NeededRole => 'MEMBER';
const commenters = (): NeededRole => 'COMMENTER';
const isArchiving = ({ fields }: Line): boolean => 'archivedAt' in fields;

/** Allowed to everyone with the role, and to API tokens with write access. */
const forAll = (revert: Inverse['revert'], needs: Inverse['needs'] = members): Inverse => ({
  revert,
  program: always,
  inArchived: never,
  needs,
});
/** API tokens never may. */
const forPeople = (revert: Inverse['revert'], inArchived = always, needs: Inverse['needs'] = members): Inverse => ({
  revert,
  program: never,
  inArchived,
  needs,
});

/** Derived from other fields, so it is not reverted. */
const DERIVED_FIELD = 'completedAt';

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/**
 * Returns the deletion time of an object whose creation or restore is undone. After a restore, it is the earlier
 * deletion time, so that the deletion can be undone, too.
 */
const deletedSince = ({ tx }: UndoContext, { action, fields }: Line): Date =>
  (action === 'restored' ? dateOf(fields['deletedAt']?.[0]) : null) ?? tx.now;

/** Returns a line without some of its fields. */
const without = (line: Line, ...names: readonly string[]): Line => ({
  ...line,
  fields: Object.fromEntries(Object.entries(line.fields).filter(([name]) => !names.includes(name))),
});

/** Returns the earlier values of the fields, as the entity holds them. */
const formerValues = (undoing: UndoContext, line: Line, object: object): Record<string, unknown> =>
  Object.fromEntries(
    formerFields(undoing, line, object).map(([name, before]) => [name, fromLog(undoing.tx.em, object, name, before)]),
  );

const isPlaced = (part: object): part is Placed => 'rank' in part;

/** Restores a position; notes a conflict if the object was moved since. */
function restorePosition(undoing: UndoContext, line: Line, row: Placed): void {
  const [before, after] = line.fields['rank'] as [string, string];
  if (row.rank !== undoing.currentRank(row.id, after, line.revision)) {
    return addConflict(undoing, line, 'rank', row.rank);
  }
  // The present form of the old rank, which older lines of the same object compare with.
  row.rank = undoing.currentRank(row.id, before, line.revision);
  undoing.places.set(row.id, { row, key: before, revision: line.revision });
}

/** Reverts fields of a task, its position included. */
function revertTask(undoing: UndoContext, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!checkExists(undoing, line, task)) return;
  const { rank, [DERIVED_FIELD]: completedAt, ...fields } = line.fields;
  const { dueDay, ...back } = formerValues(undoing, { ...line, fields }, task);
  Object.assign(task, back);
  // Set after the due date. Lines of older versions have no day; the stored day is valid again if the due date equals
  // its time.
  if (dueDay !== undefined) task.dueDay = dueDay as string | null;
  if (back['assigneeId'] != null) undoing.reassigned.add(task);
  if (back['parentId'] !== undefined) noteFormerParent(undoing, line, task);
  if (completedAt) task.completedAt = dateOf(completedAt[0]);
  if (rank) restorePosition(undoing, line, task);
}

/** Notes that a task gets its former parent again; `reportLostParents` checks this after all lines. */
function noteFormerParent({ reparented }: UndoContext, line: Line, task: Task): void {
  if (task.parentId === null) reparented.delete(task);
  else reparented.set(task, line);
}

const PARTIAL_MOVE = {
  acts: fieldError('partialMove', 'A move between projects is undone as a whole: name both of its change sets'),
};

/** Moves a task back to the project it came from, with its present parts. */
function revertMove(undoing: UndoContext, line: Line): void {
  const left = findOtherHalf(undoing.lines, line);
  if (!left) throw invalid(PARTIAL_MOVE);
  const task = objectOf(undoing.tasks, line);
  const key = left.fields['rank']?.[0] as string;
  const rank = line.fields['rank']?.[1] as string;
  if (!checkExists(undoing, line, task)) return;
  if (task.rank !== undoing.currentRank(task.id, rank, line.revision)) {
    return addConflict(undoing, line, 'rank', task.rank);
  }
  const columnId = (left.fields['columnId']?.[0] ?? null) as string | null;
  const column = columnsOf(undoing, left.projectId).columnOf({ status: task.status, columnId });
  const { projectId, revision, at } = left;
  moveTaskRow(task, column, key);
  // The former parent may have been purged.
  task.parentId = undoing.tasks.get((left.fields['parentId']?.[0] ?? '') as string)?.id ?? null;
  undoing.places.set(task.id, { row: task, key, revision: left.revision });
  undoing.movedTasks.set(task, { projectId, revision, at, from: line.projectId });
}

/** The line is one half of a move between projects. The other half reverts both, and must be in the same undo. */
function requireOtherHalf(undoing: UndoContext, line: Line): void {
  if (!findOtherHalf(undoing.lines, line)) throw invalid(PARTIAL_MOVE);
}

/** Deletes a task whose creation or restore is undone. */
function revertTaskCreation(undoing: UndoContext, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!checkExists(undoing, line, task)) return;
  if (line.action === 'created') formerFields(undoing, without(line, 'rank', 'deletedAt', DERIVED_FIELD), task);
  const { projectId, revision, actorId } = line;
  const isNext = line.action === 'created' && task.seriesId !== null && (task.occurrence ?? 1) > 1;
  undoing.createdTasks.push({ projectId, revision, id: task.id, actorId, isNext });
  const { tx } = undoing;
  softDelete(task, tx.viewer.userId, tx.revisionOf(projectId), deletedSince(undoing, line));
  undoing.revertedCreations.add(task);
}

function restoreTask(undoing: UndoContext, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!isDeletedBy(undoing, line, task)) return;
  const deletion = undeleteTask(task);
  if (deletion) undoing.restoredTasks.set(task, deletion);
}

/** True if the tasks of a part exist. Notes a conflict if one was deleted. */
const hasTasks = (undoing: UndoContext, line: Line, { taskId, otherId = taskId }: TaskPart): boolean =>
  [taskId, otherId].every((id) => {
    const task = undoing.tasks.get(id);
    if (!task || task.projectId !== line.projectId)
      throw new AppError('NOT_FOUND', 'Its task is in another project by now');
    return checkExists(undoing, { ...line, entity: 'task', entityId: task.id }, task);
  });

/** Restores a part that was deleted with a task, if a newer line has restored this task and its tasks exist. */
function restoreWithTask({ tasks, restoredTasks }: UndoContext, part: TaskPart): void {
  const { taskId, otherId = taskId, projectId, deletedAt, deletedRevision } = part;
  if (deletedAt === null) return;
  const owners = [taskId, otherId].flatMap((id) => tasks.get(id) ?? []);
  if (!owners.every((task) => task.deletedAt === null && task.projectId === projectId)) return;
  if (owners.some((task) => restoredTasks.get(task)?.revision === deletedRevision)) undelete(part);
}

interface PartRules<P extends TaskPart> {
  kind: abstract new (...args: never[]) => P;
  /** Returns why this person may not edit, delete or restore the part; null if they may. */
  refuseEdit: (part: P, undoing: UndoContext) => Refusal;
  refuseDelete: (part: P, undoing: UndoContext) => Refusal;
  /** The maximum per task and its message; null for no limit. */
  limit: { count: number; refusal: FieldError } | null;
  /** Returns why restored parts may not be restored together; null if they may. */
  refuseRestore: ((em: EntityManager, ids: readonly string[]) => Promise<FieldError | null>) | null;
  needs: Inverse['needs'];
}

/** Reverts the changes of a part of a task by the rules of its kind. */
function partOfTask<P extends TaskPart>({
  kind,
  refuseEdit,
  refuseDelete,
  limit,
  refuseRestore,
  needs,
}: PartRules<P>): KindInverses {
  const partOf = (undoing: UndoContext, line: Line): P => {
    const part = objectOf(undoing.parts, line);
    if (!(part instanceof kind)) throw new Error(`undo takes ${line.entity} for another kind`);
    if (line.action !== 'deleted') restoreWithTask(undoing, part);
    return part;
  };
  const revertCreation = forAll((undoing, line) => {
    const part = partOf(undoing, line);
    const { tx } = undoing;
    enforce(refuseDelete(part, undoing));
    if (!checkExists(undoing, line, part)) return;
    if (line.action === 'created') formerFields(undoing, without(line, 'rank', 'deletedAt'), part);
    softDelete(part, tx.viewer.userId, tx.revisionOf(line.projectId), deletedSince(undoing, line));
  }, needs);
  return {
    created: revertCreation,
    restored: revertCreation,
    updated: forAll((undoing, line) => {
      const part = partOf(undoing, line);
      enforce(refuseEdit(part, undoing));
      if (!checkExists(undoing, line, part)) return;
      Object.assign(part, formerValues(undoing, without(line, 'rank'), part));
      if (line.fields['rank'] && isPlaced(part)) restorePosition(undoing, line, part);
    }, needs),
    deleted: forAll((undoing, line) => {
      const part = partOf(undoing, line);
      enforce(refuseDelete(part, undoing));
      if (hasTasks(undoing, line, part) && isDeletedBy(undoing, line, part)) undelete(part);
    }, needs),
    limit,
    refuseRestore,
  };
}

const allowEveryMember = (): Refusal => null;

const isAuthor = ({ authorId }: Comment, { tx }: UndoContext): boolean => authorId === tx.viewer.userId;

/** Deletes a project whose creation or restore is undone. */
function revertProjectCreation(undoing: UndoContext, line: Line): void {
  const { tx } = undoing;
  const project = objectOf(undoing.projects, line);
  enforce(refuseDeleteProject(tx.roleIn(line.projectId)));
  if (!checkExists(undoing, line, project)) return;
  if (line.action === 'created') {
    formerFields(undoing, without(line, 'deletedAt'), project);
    const { projectId, revision, actorId } = line;
    undoing.createdProjects.push({ projectId, revision, id: projectId, actorId, isNext: false });
  }
  softDelete(project, tx.viewer.userId, tx.revisionOf(line.projectId), deletedSince(undoing, line));
}

/** Returns the column of a line. OWNER only. */
function columnOf(undoing: UndoContext, line: Line): Column {
  enforce(refuseManageColumns(undoing.tx.roleIn(line.projectId)));
  return objectOf(undoing.columns, line);
}

function revertColumn(undoing: UndoContext, line: Line): void {
  const column = columnOf(undoing, line);
  if (!checkExists(undoing, line, column)) return;
  Object.assign(column, formerValues(undoing, without(line, 'rank'), column));
  if (line.fields['rank']) restorePosition(undoing, line, column);
}

/** Deletes a column whose creation or restore is undone. */
function revertColumnCreation(undoing: UndoContext, line: Line): void {
  const column = columnOf(undoing, line);
  if (!checkExists(undoing, line, column)) return;
  if (line.action === 'created') formerFields(undoing, without(line, 'rank', 'targetId', 'deletedAt'), column);
  column.targetId = (line.fields['targetId']?.[0] ?? null) as string | null;
  softDelete(column, undoing.tx.viewer.userId, undoing.tx.revisionOf(line.projectId), deletedSince(undoing, line));
  undoing.createdColumns.push(column);
}

function restoreColumn(undoing: UndoContext, line: Line): void {
  const column = columnOf(undoing, line);
  if (!isDeletedBy(undoing, line, column)) return;
  column.targetId = null;
  undelete(column);
  // Another column may have been put in its place meanwhile.
  undoing.places.set(column.id, { row: column, key: column.rank, revision: line.revision });
}

/** Requires an OWNER, except to revert one's own joining. */
function requireManager({ tx }: UndoContext, { projectId, entityId, action }: Line): void {
  const role: ProjectRole = tx.roleIn(projectId);
  if (action !== 'created' || entityId !== tx.viewer.userId) enforce(refuseManageMembers(role));
}

function revertRole(undoing: UndoContext, line: Line): void {
  requireManager(undoing, line);
  const { projectId, entityId, fields } = line;
  const member = undoing.members.get(projectId, entityId);
  const [before, after] = fields['role'] ?? [];
  if (member?.role !== after || !member) return addConflict(undoing, line, 'role', member?.role);
  undoing.members.set(projectId, entityId, { ...member, role: before as ProjectRole });
}

function revertJoining(undoing: UndoContext, line: Line): void {
  // The creator's membership is undone with the project.
  if (undoing.isProjectCreation(line)) return;
  requireManager(undoing, line);
  const { projectId, entityId, fields } = line;
  const member = undoing.members.get(projectId, entityId);
  if (member?.role !== fields['role']?.[1]) return addConflict(undoing, line, 'role', member?.role);
  undoing.members.set(projectId, entityId, null);
}

function restoreMember(undoing: UndoContext, line: Line): void {
  const { projectId, entityId, actorId, fields } = line;
  if (actorId === entityId) throw forbidden('Leaving a project cannot be undone');
  requireManager(undoing, line);
  const member = undoing.members.get(projectId, entityId);
  if (member) return addConflict(undoing, line, 'role', member.role);
  const [role] = fields['role'] ?? [];
  const joinedAt = dateOf(fields['joinedAt']?.[0]) ?? undoing.tx.now;
  undoing.members.set(projectId, entityId, { role: role as ProjectRole, joinedAt });
}

/**
 * Reverts a change by the kind of its object. There is no default: for a kind that cannot be undone, each entry throws
 * FORBIDDEN.
 */
export const INVERSES: Readonly<Record<KindName, KindInverses>> = {
  task: {
    created: forAll((undoing, line) => (isMove(line) ? revertMove(undoing, line) : revertTaskCreation(undoing, line))),
    updated: forAll(revertTask),
    deleted: forAll((undoing, line) => (isMove(line) ? requireOtherHalf(undoing, line) : restoreTask(undoing, line))),
    restored: forAll(revertTaskCreation),
    limit: null,
    refuseRestore: null,
  },
  column: {
    created: forAll(revertColumnCreation),
    updated: forAll(revertColumn),
    deleted: forAll(restoreColumn),
    restored: forAll(revertColumnCreation),
    limit: null,
    refuseRestore: null,
  },
  comment: partOfTask({
    kind: Comment,
    refuseEdit: (comment, undoing) => refuseEditComment(isAuthor(comment, undoing)),
    refuseDelete: (comment, undoing) =>
      refuseDeleteComment(isAuthor(comment, undoing), undoing.tx.roleIn(comment.projectId)),
    limit: null,
    refuseRestore: null,
    needs: commenters,
  }),
  attachment: partOfTask({
    kind: Attachment,
    refuseEdit: allowEveryMember,
    refuseDelete: allowEveryMember,
    limit: { count: ATTACHMENTS.perTask, refusal: ATTACHMENTS_FULL },
    refuseRestore: null,
    needs: members,
  }),
  task_relation: partOfTask({
    kind: TaskRelation,
    refuseEdit: allowEveryMember,
    refuseDelete: allowEveryMember,
    limit: { count: RELATIONS.max, refusal: RELATIONS_FULL },
    refuseRestore: refuseRelations,
    needs: members,
  }),
  checklist_item: partOfTask({
    kind: ChecklistItem,
    refuseEdit: allowEveryMember,
    refuseDelete: allowEveryMember,
    limit: { count: CHECKLIST.max, refusal: CHECKLIST_FULL },
    refuseRestore: null,
    needs: members,
  }),
  member: {
    // To revert one's own joining is to leave the project.
    created: forPeople(revertJoining, always, ({ entityId }, { tx }) =>
      entityId === tx.viewer.userId ? 'ANY' : 'MEMBER',
    ),
    updated: forPeople(revertRole, never),
    deleted: forPeople(restoreMember, never),
    restored: forPeople(restoreMember, never),
    limit: null,
    refuseRestore: null,
  },
  project: {
    created: forPeople(revertProjectCreation),
    updated: {
      program: (line) => !isArchiving(line),
      inArchived: isArchiving,
      needs: members,
      revert: (undoing, line) => {
        const project = objectOf(undoing.projects, line);
        if (isArchiving(line)) enforce(refuseArchiveProject(undoing.tx.roleIn(line.projectId)));
        if ('key' in line.fields) enforce(refuseChangeKey(undoing.tx.roleIn(line.projectId)));
        if (checkExists(undoing, line, project)) Object.assign(project, formerValues(undoing, line, project));
      },
    },
    deleted: forPeople((undoing, line) => {
      const project = objectOf(undoing.projects, line);
      enforce(refuseDeleteProject(undoing.tx.roleIn(line.projectId)));
      if (isDeletedBy(undoing, line, project)) undelete(project);
    }),
    restored: forPeople(revertProjectCreation),
    limit: null,
    refuseRestore: null,
  },
};
