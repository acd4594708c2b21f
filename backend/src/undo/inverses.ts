import type { ProjectRole } from '../../contract/enums.js';
import { refuseDeleteComment, refuseEditComment } from '../comments/comment.policy.js';
import { bury, unbury } from '../db/tombstone.js';
import { type ChangeAction, isMove } from '../kernel/changeLog.js';
import { AppError, forbidden, invalid } from '../kernel/errors.js';
import { enforce, refuseArchiveProject, refuseDeleteProject, refuseManageMembers } from '../projects/project.policy.js';
import { takeInto } from '../tasks/moveToProject.service.js';
import { unmark } from '../tasks/restore.service.js';
import { markDeleted } from '../tasks/task.service.js';
import { halfOf, type Line } from './acts.js';
import { formerFields, isDeletedBy, isThere, objectOf, obstruct, type Placed, type Undoing } from './undoing.js';

/** How one line is taken back: by what is done by hand for it, and allowed to whom that is. */
interface Inverse {
  takeBack: (undoing: Undoing, line: Line) => void;
  /** Also to programs that write. */
  program: (line: Line) => boolean;
  /** Also in a project that is archived. */
  inArchived: (line: Line) => boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;
const isArchiving = ({ fields }: Line): boolean => 'archivedAt' in fields;

/** What every member may, and programs that write. */
const forAll = (takeBack: Inverse['takeBack']): Inverse => ({ takeBack, program: always, inArchived: never });
/** What programs never may. */
const forPeople = (takeBack: Inverse['takeBack'], inArchived = always): Inverse => ({
  takeBack,
  program: never,
  inArchived,
});

/** Follows from other fields, which stand for it. */
const FOLLOWS = 'completedAt';

const dateOf = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);
const TIMES = new Set(['dueDate', 'archivedAt', FOLLOWS]);

/** A line but for some of its fields. */
const without = (line: Line, ...names: readonly string[]): Line => ({
  ...line,
  fields: Object.fromEntries(Object.entries(line.fields).filter(([name]) => !names.includes(name))),
});

/** What the fields of an object are to be again, as it holds them. */
const former = (undoing: Undoing, line: Line, object: object): Record<string, unknown> =>
  Object.fromEntries(
    formerFields(undoing, line, object).map(([name, before]) => [name, TIMES.has(name) ? dateOf(before) : before]),
  );

/** Puts something back to its place; notes where it was moved since. */
function placeBack(undoing: Undoing, line: Line, row: Placed): void {
  const [before, after] = line.fields['rank'] as [string, string];
  if (row.rank !== undoing.keyNow(row.id, after, line.revision)) return obstruct(undoing, line, 'rank', row.rank);
  // as it would be called by now, for older lines of the same
  row.rank = undoing.keyNow(row.id, before, line.revision);
  undoing.places.set(row.id, { row, key: before, revision: line.revision });
}

/** Puts fields of a task back, its place too. */
function changeTaskBack(undoing: Undoing, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!isThere(undoing, line, task)) return;
  const { rank, [FOLLOWS]: completedAt, ...fields } = line.fields;
  const back = former(undoing, { ...line, fields }, task);
  Object.assign(task, back);
  if (back['assigneeId'] != null) undoing.given.add(task);
  if (completedAt) task.completedAt = dateOf(completedAt[0]);
  if (rank) placeBack(undoing, line, task);
}

const HALF_A_MOVE = { acts: ['A move between projects is undone as a whole: name both of its change sets'] };

/** A task that came from another project goes there again, with what hangs on it by now. */
function moveBack(undoing: Undoing, line: Line): void {
  const left = halfOf(undoing.lines, line);
  if (!left) throw invalid(HALF_A_MOVE);
  const task = objectOf(undoing.tasks, line);
  const key = left.fields['rank']?.[0] as string;
  const rank = line.fields['rank']?.[1] as string;
  if (!isThere(undoing, line, task)) return;
  if (task.rank !== undoing.keyNow(task.id, rank, line.revision)) return obstruct(undoing, line, 'rank', task.rank);
  takeInto(undoing.tx, task, left.projectId, key);
  undoing.places.set(task.id, { row: task, key, revision: left.revision });
  undoing.moved.add(task);
}

/** The half of a move that its other half takes back. */
function leaveToHalf(undoing: Undoing, line: Line): void {
  if (!halfOf(undoing.lines, line)) throw invalid(HALF_A_MOVE);
}

/** A task that was made, or came back, goes again. */
function unmakeTask(undoing: Undoing, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!isThere(undoing, line, task)) return;
  if (line.action === 'created') formerFields(undoing, without(line, 'rank', 'deletedAt', FOLLOWS), task);
  const { projectId, actorId, at } = line;
  undoing.madeTasks.push({ projectId, id: task.id, actorId, since: at });
  markDeleted(undoing.tx, task);
}

function bringTaskBack(undoing: Undoing, line: Line): void {
  const task = objectOf(undoing.tasks, line);
  if (!isDeletedBy(undoing, line, task)) return;
  unmark(undoing.tx, task);
  undoing.returning.push(task);
}

const commentOf = (undoing: Undoing, line: Line) => {
  const comment = objectOf(undoing.comments, line);
  return { comment, isAuthor: comment.authorId === undoing.tx.viewer.userId };
};

function unmakeComment(undoing: Undoing, line: Line): void {
  const { comment, isAuthor } = commentOf(undoing, line);
  const { tx } = undoing;
  enforce(refuseDeleteComment(isAuthor, tx.roleIn(line.projectId)));
  if (!isThere(undoing, line, comment)) return;
  const { text } = line.fields;
  if (text) formerFields(undoing, { ...line, fields: { text } }, comment);
  bury(comment, tx.viewer.userId, tx.revisionOf(line.projectId), tx.now);
}

/** Is the task there that something hangs on? Notes it where it is deleted. */
function hasTask(undoing: Undoing, line: Line, { taskId }: { taskId: string }): boolean {
  const task = undoing.tasks.get(taskId);
  if (!task || task.projectId !== line.projectId)
    throw new AppError('NOT_FOUND', 'Its task is in another project by now');
  return isThere(undoing, { ...line, entity: 'task', entityId: task.id }, task);
}

function bringCommentBack(undoing: Undoing, line: Line): void {
  const { comment, isAuthor } = commentOf(undoing, line);
  enforce(refuseDeleteComment(isAuthor, undoing.tx.roleIn(line.projectId)));
  if (hasTask(undoing, line, comment) && isDeletedBy(undoing, line, comment)) unbury(comment);
}

function unmakeItem(undoing: Undoing, line: Line): void {
  const item = objectOf(undoing.items, line);
  if (!isThere(undoing, line, item)) return;
  if (line.action === 'created') formerFields(undoing, without(line, 'rank', 'deletedAt'), item);
  bury(item, undoing.tx.viewer.userId, undoing.tx.revisionOf(line.projectId), undoing.tx.now);
}

function changeItemBack(undoing: Undoing, line: Line): void {
  const item = objectOf(undoing.items, line);
  if (!isThere(undoing, line, item)) return;
  const { rank, ...fields } = line.fields;
  Object.assign(item, former(undoing, { ...line, fields }, item));
  if (rank) placeBack(undoing, line, item);
}

/** A project that was made, or came back, goes again. */
function unmakeProject(undoing: Undoing, line: Line): void {
  const { tx } = undoing;
  const project = objectOf(undoing.projects, line);
  enforce(refuseDeleteProject(tx.roleIn(line.projectId)));
  if (!isThere(undoing, line, project)) return;
  if (line.action === 'created') {
    formerFields(undoing, without(line, 'deletedAt'), project);
    const { projectId, actorId, at } = line;
    undoing.madeProjects.push({ projectId, id: projectId, actorId, since: at });
  }
  bury(project, tx.viewer.userId, tx.revisionOf(line.projectId), tx.now);
}

/** The role in which somebody undoes what was done about memberships: an OWNER, but for one's own that has come. */
function requireManager({ tx }: Undoing, { projectId, entityId, action }: Line): void {
  const role: ProjectRole = tx.roleIn(projectId);
  if (action !== 'created' || entityId !== tx.viewer.userId) enforce(refuseManageMembers(role));
}

function changeMemberBack(undoing: Undoing, line: Line): void {
  requireManager(undoing, line);
  const { projectId, entityId, fields } = line;
  const member = undoing.members.get(projectId, entityId);
  const [before, after] = fields['role'] ?? [];
  if (member?.role !== after || !member) return obstruct(undoing, line, 'role', member?.role);
  undoing.members.set(projectId, entityId, { ...member, role: before as ProjectRole });
}

function takeMemberOut(undoing: Undoing, line: Line): void {
  // the maker of a project is a member by that, and goes with it
  if (undoing.isMaking(line)) return;
  requireManager(undoing, line);
  const { projectId, entityId, fields } = line;
  const member = undoing.members.get(projectId, entityId);
  if (member?.role !== fields['role']?.[1]) return obstruct(undoing, line, 'role', member?.role);
  undoing.members.set(projectId, entityId, null);
}

function bringMemberBack(undoing: Undoing, line: Line): void {
  const { projectId, entityId, actorId, fields } = line;
  if (actorId === entityId) throw forbidden('Leaving a project cannot be undone');
  requireManager(undoing, line);
  const member = undoing.members.get(projectId, entityId);
  if (member) return obstruct(undoing, line, 'role', member.role);
  const [role] = fields['role'] ?? [];
  const joinedAt = dateOf(fields['joinedAt']?.[0]) ?? undoing.tx.now;
  undoing.members.set(projectId, entityId, { role: role as ProjectRole, joinedAt });
}

/** What takes back what happened to an object, by its kind: all there is. What is not here cannot be undone. */
export const INVERSES: Readonly<Record<string, Readonly<Record<ChangeAction, Inverse>>>> = {
  task: {
    created: forAll((undoing, line) => (isMove(line) ? moveBack(undoing, line) : unmakeTask(undoing, line))),
    updated: forAll(changeTaskBack),
    deleted: forAll((undoing, line) => (isMove(line) ? leaveToHalf(undoing, line) : bringTaskBack(undoing, line))),
    restored: forAll(unmakeTask),
  },
  comment: {
    created: forAll(unmakeComment),
    updated: forAll((undoing, line) => {
      const { comment, isAuthor } = commentOf(undoing, line);
      enforce(refuseEditComment(isAuthor));
      if (isThere(undoing, line, comment)) Object.assign(comment, former(undoing, line, comment));
    }),
    deleted: forAll(bringCommentBack),
    restored: forAll(unmakeComment),
  },
  checklist_item: {
    created: forAll(unmakeItem),
    updated: forAll(changeItemBack),
    deleted: forAll((undoing, line) => {
      const item = objectOf(undoing.items, line);
      if (hasTask(undoing, line, item) && isDeletedBy(undoing, line, item)) unbury(item);
    }),
    restored: forAll(unmakeItem),
  },
  member: {
    created: forPeople(takeMemberOut),
    updated: forPeople(changeMemberBack, never),
    deleted: forPeople(bringMemberBack, never),
    restored: forPeople(bringMemberBack, never),
  },
  project: {
    created: forPeople(unmakeProject),
    updated: {
      program: (line) => !isArchiving(line),
      inArchived: isArchiving,
      takeBack: (undoing, line) => {
        const project = objectOf(undoing.projects, line);
        if (isArchiving(line)) enforce(refuseArchiveProject(undoing.tx.roleIn(line.projectId)));
        if (isThere(undoing, line, project)) Object.assign(project, former(undoing, line, project));
      },
    },
    deleted: forPeople((undoing, line) => {
      const project = objectOf(undoing.projects, line);
      enforce(refuseDeleteProject(undoing.tx.roleIn(line.projectId)));
      if (isDeletedBy(undoing, line, project)) unbury(project);
    }),
    restored: forPeople(unmakeProject),
  },
};
