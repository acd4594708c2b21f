import type { EntityClass } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { TASK_STATUSES } from '../../contract/enums.js';
import { COLUMNS, TAGS } from '../../contract/limits.js';
import { refuseRole } from '../../contract/roles.js';
import { ARCHIVED } from '../../contract/trash.js';
import { undoSchema } from '../../contract/undo.js';
import { type CascadeField, cascadeTasks } from '../columns/cascadeTasks.js';
import { Column } from '../columns/column.entity.js';
import { isNameTaken, LAST_OF_STATUS, NAME_TAKEN, TOO_MANY } from '../columns/column.service.js';
import { storedColumnId } from '../columns/projectColumns.js';
import type { KindName } from '../write/changeLog.js';
import { command, type Tx } from '../write/command.js';
import { type ChangeSetName, type Context, requireViewer } from '../request/context.js';
import { forbidden, invalid, notFound } from '../platform/lib/errors.js';
import { partsOf } from '../write/kinds.js';
import { parse } from '../platform/lib/parse.js';
import { limitMembers } from '../request/rates.js';
import { formatChangeSetKey } from '../notifications/events.js';
import { withdrawUnread } from '../notifications/inbox.js';
import { Membership } from '../projects/membership.entity.js';
import { Project } from '../projects/project.entity.js';
import { requireFreeKey } from '../projects/projectKey.js';
import { COLORS_FULL } from '../tags/tag.service.js';
import { assignabilityAs, isUnassignable, readAssignability, refuseAssignee } from '../tasks/assignable.js';
import { requireSpaceForFiles } from '../tasks/fileSpace.js';
import { Task } from '../tasks/task.entity.js';
import { leaveSeriesIfReplaced } from '../tasks/series.js';
import { START_AFTER_DUE, startsAfterDue } from '../tasks/startDate.js';
import { deleteParts, moveParts, restoreParts } from '../tasks/taskParts.js';
import { detachInvalidSubtasks } from '../tasks/taskTree.js';
import { type Line, readAffectedMembers, readLines } from './logLines.js';
import { INVERSES } from './inverses.js';
import { MemberStates } from './memberStates.js';
import { columnChangeSets, createConflictError, findConflicts } from './conflicts.js';
import { createRankLookup, readRespaced, restorePositions } from './positions.js';
import type { UndoPayload } from './undo.types.js';
import { addConflict, columnsOf, type TaskPart, type UndoContext } from './undoContext.js';

/** Reverts a line. Throws FORBIDDEN if the viewer's role or API token may not do so, or in an archived project. */
function invert(undoing: UndoContext, line: Line): void {
  const { entity, action, projectId } = line;
  const inverse = INVERSES[entity][action];
  if (undoing.tx.viewer.program && !inverse.program(line)) throw forbidden('A token for programs cannot do this');
  const refusal = refuseRole(undoing.tx.roleIn(projectId), inverse.needs(line, undoing));
  if (refusal !== null) throw forbidden(refusal);
  if (undoing.projects.get(projectId)?.archivedAt && !inverse.inArchived(line)) throw forbidden(ARCHIVED);
  inverse.revert(undoing, line);
}

/** A deleted project counts as missing, unless its deletion is reverted. */
function requireReachable(projects: Iterable<Project>, lines: readonly Line[]): void {
  for (const { id, deletedAt, deletedRevision, purgedAt } of projects) {
    const isTakenBack = lines.some(
      ({ entity, action, entityId, revision }) =>
        entity === 'project' && action === 'deleted' && entityId === id && revision === deletedRevision,
    );
    if (purgedAt || (deletedAt && !isTakenBack)) throw notFound('Project');
  }
}

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** Loads the objects of the lines, deleted or not. */
async function load(tx: Tx, acts: readonly ChangeSetName[], lines: readonly Line[]) {
  const { em } = tx;
  const projectId = { $in: [...new Set(acts.map((act) => act.projectId))] };
  const idsOf = (entity: KindName) => ({
    $in: [...new Set(lines.flatMap((it) => (it.entity === entity ? it.entityId : [])))],
  });
  const projects = byId(await em.find(Project, { id: projectId }));
  requireReachable(projects.values(), lines);
  const parts = new Map<string, TaskPart>();
  for (const { name, entity } of partsOf(em, 'task')) {
    const ofKind = await em.find(entity as EntityClass<TaskPart>, { id: idsOf(name), projectId });
    for (const part of ofKind) parts.set(part.id, part);
  }
  const taskIds = [
    ...idsOf('task').$in,
    ...[...parts.values()].flatMap(({ taskId, otherId = taskId }) => [taskId, otherId]),
    ...lines.flatMap(({ fields }) => (fields['parentId']?.[0] ?? []) as string[]),
  ];
  const tasks = byId(await em.find(Task, { id: { $in: taskIds }, projectId }));
  const members = new MemberStates(await em.find(Membership, { userId: idsOf('member'), projectId }));
  const columns = byId(await em.find(Column, { projectId }));
  return { projects, parts, tasks, columns, members };
}

/** Refuses to restore an assignee who may not be assigned any more. A restored task loses an assignee who has left. */
async function checkAssignees({ tx, restoredTasks, reassigned, movedTasks, members }: UndoContext): Promise<void> {
  const tasks = [...new Set([...restoredTasks.keys(), ...reassigned, ...movedTasks.keys()])].filter(
    ({ assigneeId, deletedAt }) => assigneeId !== null && deletedAt === null,
  );
  if (tasks.length === 0) return;
  const assignabilityOf = await readAssignability(
    tx.em,
    tasks.map(({ projectId, assigneeId }) => ({ projectId, userId: assigneeId ?? '' })),
  );
  for (const task of tasks) {
    const { projectId, assigneeId, status } = task;
    if (assigneeId === null) continue;
    const next = members.nextRole(projectId, assigneeId);
    const current = assignabilityOf(projectId, assigneeId);
    const assignability = next === undefined ? current : assignabilityAs(next, current);
    if (reassigned.has(task) || movedTasks.has(task)) refuseAssignee(assignability);
    // As when a member leaves: open tasks become unassigned, and done tasks keep their assignee.
    else if (isUnassignable(assignability) && status !== 'DONE') task.assigneeId = null;
  }
}

/** Refuses more parts of a task than the limit, and parts that may not be restored. */
async function checkParts({ tx, parts }: UndoContext): Promise<void> {
  for (const [name, kinds] of Map.groupBy(partsOf(tx.em, 'task'), (kind) => kind.name)) {
    const { limit, refuseRestore } = INVERSES[name];
    const back = [...parts.values()].filter(
      (part) => part.deletedAt === null && kinds.some(({ entity }) => part instanceof entity),
    );
    if (back.length === 0) continue;
    const ids = back.map(({ id }) => id);
    const refusal = await refuseRestore?.(tx.em, ids);
    if (refusal) throw invalid({ acts: refusal });
    if (!limit) continue;
    // A part of two tasks counts for both.
    const owned = back.flatMap((part) => kinds.map(({ ownerProperty }) => part[ownerProperty as 'taskId']));
    const counts = Map.groupBy(owned, (taskId) => taskId);
    const others = kinds.map(
      ({ table, ownerId }) => sql`
        select ${ownerId} as task_id from ${table}
        where ${ownerId} = any(${[...counts.keys()]}::uuid[]) and deleted_at is null and id <> all(${ids}::uuid[])`,
    );
    const { rows } = await sql<{ taskId: string; count: number }>`
      select task_id as "taskId", count(*)::int as count from (${sql.join(others, sql` union all `)}) other
      group by task_id`.execute(tx.em.getKysely());
    const present = new Map(rows.map(({ taskId, count }) => [taskId, count]));
    for (const [taskId, some] of counts) {
      if ((present.get(taskId) ?? 0) + some.length > limit.count) throw invalid({ acts: limit.refusal });
    }
  }
}

/** Notes a conflict for each task whose former parent no longer exists in its project. */
function reportLostParents(undoing: UndoContext): void {
  for (const [task, line] of undoing.reparented) {
    const parent = undoing.tasks.get(task.parentId ?? '');
    if (task.deletedAt !== null || (parent?.projectId === task.projectId && parent.deletedAt === null)) continue;
    addConflict(undoing, line, 'parentId', null);
  }
}

/** Refuses to move tasks back into projects that have no space for their files. */
async function checkSpaceForFiles({ tx, movedTasks }: UndoContext): Promise<void> {
  const byProject = Map.groupBy(movedTasks.keys(), ({ projectId }) => projectId);
  for (const [into, tasks] of byProject) {
    const ids = tasks.map(({ id }) => id);
    await requireSpaceForFiles(tx, { ids, into, field: 'acts' });
  }
}

/** Refuses a former key that another project has by now. */
async function checkKeys({ tx, lines, projects }: UndoContext): Promise<void> {
  for (const { id, key } of projects.values()) {
    const changed = lines.filter(
      ({ entityId, action, fields }) => entityId === id && action === 'updated' && 'key' in fields,
    );
    // The latest line has the present key.
    if (key !== null && changed.length > 0 && changed[0]?.fields['key']?.[1] !== key)
      await requireFreeKey(tx, key, 'acts');
  }
}

/** Refuses more tags with a color than a project can have, if colors are reverted. */
function checkTagColors({ lines, projects }: UndoContext): void {
  const changed = lines.filter(({ action, fields }) => action === 'updated' && 'tagColors' in fields);
  const isFull = changed.some(
    ({ entityId }) => Object.keys(projects.get(entityId)?.tagColors ?? {}).length > TAGS.colored,
  );
  if (isFull) throw invalid({ acts: COLORS_FULL });
}

const DATES = ['startDate', 'dueDate', 'dueDay'];

/** Refuses tasks that start after they are due, if one of these dates is reverted. */
async function checkStartDates({ tx, tasks, lines }: UndoContext): Promise<void> {
  const changed = lines.filter(
    ({ entity, action, fields }) => entity === 'task' && action === 'updated' && DATES.some((name) => name in fields),
  );
  const ids = new Set(changed.map(({ entityId }) => entityId));
  const dated = [...ids].flatMap((id) => tasks.get(id) ?? []).filter(({ deletedAt }) => deletedAt === null);
  const isLate = await startsAfterDue(tx.em, tx.viewer.userId, dated);
  if (dated.some(isLate)) throw invalid({ acts: START_AFTER_DUE });
}

/**
 * Updates the parts and subtasks of moved, restored and deleted tasks. Detaches tasks that no longer fit below their parents.
 */
function updatePartsAndSubtasks(
  { tx, revertedCreations, restoredTasks, movedTasks, reparented }: UndoContext,
  touched: readonly string[],
): void {
  // A task that returns and moves gets its parts where it was deleted, and they move with it.
  // The parts of a task that only this undo has deleted are still there, except those that it deletes by themselves.
  const deletions = [...restoredTasks.values()].filter(
    ({ projectId, revision }) => revision !== tx.revisionOf(projectId),
  );
  restoreParts(tx, deletions, touched);
  const ways = Map.groupBy(movedTasks, ([{ projectId }, { from }]) => `${from}:${projectId}`);
  for (const [way, some] of ways) {
    const [from = '', into = ''] = way.split(':');
    moveParts(
      tx,
      some.map(([{ id }]) => id),
      from,
      into,
    );
  }
  // Restores the parts that the move deleted because only one of their two tasks moved.
  restoreParts(
    tx,
    [...movedTasks].map(([{ id }, move]) => ({ id, ...move })),
  );
  const placed = Map.groupBy([...restoredTasks.keys(), ...reparented.keys()], ({ projectId }) => projectId);
  for (const [projectId, tasks] of placed) {
    detachInvalidSubtasks(
      tx,
      projectId,
      tasks.map(({ id }) => id),
    );
  }
  // Last, so that parts are deleted where their tasks are.
  const deleted = [...revertedCreations].filter(({ deletedAt }) => deletedAt !== null);
  for (const some of Map.groupBy(
    deleted,
    ({ projectId, deletedAt }) => `${projectId}:${deletedAt?.getTime()}`,
  ).values()) {
    const [{ projectId, deletedAt }] = some as [Task];
    deleteParts(
      tx,
      projectId,
      some.map(({ id }) => id),
      deletedAt ?? tx.now,
    );
  }
}

/** Refuses too many columns in a project, and a status without a column. */
function checkColumns(undoing: UndoContext): void {
  const lines = undoing.lines.filter(({ entity }) => entity === 'column');
  const projectIds = new Set(lines.map(({ projectId }) => projectId));
  const changedIds = new Set(lines.map(({ entityId }) => entityId));
  for (const projectId of projectIds) {
    const columns = columnsOf(undoing, projectId);
    if (columns.live.length > COLUMNS.max) throw invalid({ acts: TOO_MANY });
    const changed = columns.live.filter(({ id }) => changedIds.has(id));
    if (changed.some(({ id, name }) => isNameTaken(columns.live, name, id))) throw invalid({ acts: NAME_TAKEN });
    if (TASK_STATUSES.some((status) => columns.ofStatus(status).length === 0)) {
      throw invalid({ acts: LAST_OF_STATUS });
    }
  }
}

/** Moves reverted tasks out of deleted columns, and out of columns of another status. */
function settleColumns(undoing: UndoContext, touched: readonly string[]): void {
  for (const id of touched) {
    const task = undoing.tasks.get(id);
    if (!task || task.deletedAt !== null) continue;
    const column = columnsOf(undoing, task.projectId).columnOf(task);
    if (storedColumnId(column) !== task.columnId) task.moveTo(column);
  }
}

/** Restores the former value of a field of tasks that a change set changed as a consequence. */
function restoreField(
  tx: Tx,
  { projectId, revision }: ChangeSetName,
  field: CascadeField,
  touched: readonly string[],
  condition: RawBuilder<unknown>,
): void {
  cascadeTasks(tx, projectId, field, {
    from: sql`change c`,
    where: sql`c.project_id = ${projectId} and c.revision = ${revision} and c.entity = 'task' and c.because = 'cascade'
      and c.fields ? ${field} and task.id = c.entity_id and task.id <> all(${[...touched]}::uuid[]) and ${condition}`,
    before: sql`c.fields #>> ${`{${field},1}`}::text[]`,
    after: sql`c.fields #>> ${`{${field},0}`}::text[]`,
  });
}

/** Moves tasks that followed a deleted or restored column back to it. */
function restoreColumns(undoing: UndoContext, touched: readonly string[]): void {
  for (const { project_id: projectId, revision, status } of columnChangeSets(undoing)) {
    restoreField(undoing.tx, { projectId, revision }, 'columnId', touched, sql`task.status = ${status}`);
  }
}

/** Restores the assignees of tasks that changed as a consequence. */
function restoreAssignees({ tx, acts }: UndoContext, touched: readonly string[]): void {
  for (const act of acts) {
    restoreField(
      tx,
      act,
      'assigneeId',
      touched,
      sql`task.assignee_id is distinct from (c.fields #>> '{assigneeId,0}')::uuid`,
    );
  }
}

/** Reverts change sets within a command that has locked their projects: all of them or, in a conflict, none. */
async function revertChangeSets(ctx: Context, tx: Tx, acts: readonly ChangeSetName[]): Promise<void> {
  const lines = await readLines(tx, acts);
  const made = new Set(
    lines.flatMap((line) => (line.entity === 'project' && line.action === 'created' ? formatChangeSetKey(line) : [])),
  );
  const respaced = await readRespaced(tx.em, lines);
  const undoing: UndoContext = {
    tx,
    acts,
    lines,
    ...(await load(tx, acts, lines)),
    conflicts: [],
    createdTasks: [],
    createdProjects: [],
    createdColumns: [],
    places: new Map(),
    revertedCreations: new Set(),
    restoredTasks: new Map(),
    reassigned: new Set(),
    movedTasks: new Map(),
    reparented: new Map(),
    isProjectCreation: ({ projectId, revision }) => made.has(formatChangeSetKey({ projectId, revision })),
    currentRank: createRankLookup(respaced),
  };
  for (const line of lines) invert(undoing, line);
  const touched = lines.flatMap(({ entity, entityId }) => (entity === 'task' ? entityId : []));
  reportLostParents(undoing);
  const conflicts = await findConflicts(undoing, touched, undoing.members.leaving());
  if (conflicts.length > 0) throw createConflictError(ctx, conflicts);
  await restorePositions(tx, [...undoing.places.values()], respaced);
  await checkAssignees(undoing);
  await leaveSeriesIfReplaced(tx, [...undoing.restoredTasks.keys()]);
  await checkParts(undoing);
  await checkStartDates(undoing);
  await checkSpaceForFiles(undoing);
  await checkKeys(undoing);
  checkTagColors(undoing);
  updatePartsAndSubtasks(undoing, touched);
  checkColumns(undoing);
  settleColumns(undoing, touched);
  await undoing.members.apply(tx);
  if (undoing.members.isTouched) restoreAssignees(undoing, touched);
  restoreColumns(undoing, touched);
  await withdrawUnread(tx, acts.map(formatChangeSetKey));
}

/**
 * Undoes change sets as one: fields get their earlier values, created objects are deleted, deleted ones restored. The viewer
 * may undo what they may do by hand. Throws CONFLICT, and changes nothing, if an object has changed since or others have added
 * to it. The result is a change set that can be undone as well.
 */
export async function undo(ctx: Context, raw: unknown): Promise<UndoPayload> {
  requireViewer(ctx);
  const input = parse(undoSchema, raw);
  const acts = [...new Map(input.acts.map((act) => [formatChangeSetKey(act), act])).values()];
  const { people, hasMoves } = await readAffectedMembers(ctx, acts);
  for (const userId of people) await limitMembers(ctx, userId);
  const undoOf = Map.groupBy(acts, ({ projectId }) => projectId);
  const { revisions } = await command(ctx, {
    operation: 'undo',
    input,
    projectIds: [...undoOf.keys()],
    ...(hasMoves && { into: [...undoOf.keys()] }),
    actor: { kind: 'undoer' },
    // Access is checked for each line.
    inArchived: true,
    needs: 'ANY',
    undoOf: new Map([...undoOf].map(([projectId, sets]) => [projectId, sets.map(({ revision }) => revision)])),
    run: (tx) => revertChangeSets(ctx, tx, acts),
  });
  return { revisions };
}
