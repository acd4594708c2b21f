import { sql } from 'kysely';
import { ARCHIVED } from '../../contract/trash.js';
import { undoSchema } from '../../contract/undo.js';
import { CHECKLIST } from '../../contract/limits.js';
import { ChecklistItem } from '../checklist/checklistItem.entity.js';
import { Comment } from '../comments/comment.entity.js';
import { type ChangeSetName, command, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { forbidden, invalid, notFound } from '../kernel/errors.js';
import { parse } from '../kernel/parse.js';
import { limitMembers } from '../kernel/rates.js';
import { actOf } from '../notifications/notices.js';
import { withdraw } from '../notifications/inbox.js';
import { Membership } from '../projects/membership.entity.js';
import { Project } from '../projects/project.entity.js';
import { readAssignability, refuseAssignee } from '../tasks/assignable.js';
import { Task } from '../tasks/task.entity.js';
import { type Line, lookAhead, readLines } from './acts.js';
import { INVERSES } from './inverses.js';
import { MemberStates } from './memberStates.js';
import { conflictOf, findObstacles } from './obstacles.js';
import { keyNowBy, putBack, readRespaced } from './places.js';
import type { UndoPayload } from './undo.types.js';
import type { Undoing } from './undoing.js';

/** Takes back a line; FORBIDDEN where it has no inverse, or not by a program, or not in a project as it is by then. */
function invert(undoing: Undoing, line: Line): void {
  const { entity, action, projectId } = line;
  const inverse = INVERSES[entity]?.[action];
  if (!inverse) throw forbidden('This cannot be undone');
  if (undoing.tx.viewer.program && !inverse.program(line)) throw forbidden('A token for programs cannot do this');
  if (undoing.projects.get(projectId)?.archivedAt && !inverse.inArchived(line)) throw forbidden(ARCHIVED);
  inverse.takeBack(undoing, line);
}

/** Where a project is deleted, it does not exist but for who takes just that back. */
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

/** Loads all that the lines speak of, deleted or not. */
async function load(tx: Tx, acts: readonly ChangeSetName[], lines: readonly Line[]) {
  const { em } = tx;
  const projectId = { $in: [...new Set(acts.map((act) => act.projectId))] };
  const idsOf = (entity: string) => ({
    $in: [...new Set(lines.flatMap((it) => (it.entity === entity ? it.entityId : [])))],
  });
  const projects = byId(await em.find(Project, { id: projectId }));
  requireReachable(projects.values(), lines);
  const comments = byId(await em.find(Comment, { id: idsOf('comment'), projectId }));
  const items = byId(await em.find(ChecklistItem, { id: idsOf('checklist_item'), projectId }));
  const hanging = [...comments.values(), ...items.values()];
  const taskIds = [...idsOf('task').$in, ...hanging.map(({ taskId }) => taskId)];
  const tasks = byId(await em.find(Task, { id: { $in: taskIds }, projectId }));
  const members = new MemberStates(await em.find(Membership, { userId: idsOf('member'), projectId }));
  return { projects, comments, items, tasks, members };
}

/** Refuses an assignee who may not be one, where a task is assigned again; a task that comes back loses one who has left. */
async function checkAssignees({ tx, returning, given, moved, members }: Undoing): Promise<void> {
  const tasks = [...new Set([...returning, ...given, ...moved])].filter(({ assigneeId }) => assigneeId !== null);
  if (tasks.length === 0) return;
  const assignabilityOf = await readAssignability(
    tx.em,
    tasks.map(({ projectId, assigneeId }) => ({ projectId, userId: assigneeId ?? '' })),
  );
  for (const task of tasks) {
    const { projectId, assigneeId, status } = task;
    if (assigneeId === null || members.isReturning(projectId, assigneeId)) continue;
    const assignability = assignabilityOf(projectId, assigneeId);
    if (given.has(task) || moved.has(task)) refuseAssignee(assignability);
    // as if it had been there when they left; a task that is done says who did it
    else if (assignability === 'stranger' && status !== 'DONE') task.assigneeId = null;
  }
}

/** Refuses more items of a checklist than it may have. */
async function checkChecklists({ tx, items }: Undoing): Promise<void> {
  const back = [...items.values()].filter(({ deletedAt }) => deletedAt === null);
  if (back.length === 0) return;
  const { rows } = await sql<{ taskId: string; count: number }>`
    select task_id as "taskId", count(*)::int as count from checklist_item
    where task_id = any(${back.map(({ taskId }) => taskId)}::uuid[]) and deleted_at is null
      and id <> all(${back.map(({ id }) => id)}::uuid[]) group by task_id`.execute(tx.em.getKysely());
  for (const { taskId, count } of rows) {
    if (count + back.filter((item) => item.taskId === taskId).length <= CHECKLIST.max) continue;
    throw invalid({ acts: [`A checklist can have at most ${CHECKLIST.max} items`] });
  }
}

/** Gives the tasks that came along with what is taken back to whom they were given before, whatever their number. */
function giveBackTasks({ tx, acts }: Undoing, touched: readonly string[]): void {
  for (const { projectId, revision } of acts) {
    tx.changeMany({
      projectId,
      entity: 'task',
      action: 'updated',
      because: 'cascade',
      statement: sql`
        update task set assignee_id = (c.fields #>> '{assigneeId,0}')::uuid, version = ${tx.revisionOf(projectId)},
          updated_at = ${tx.now}
        from change c
        where c.project_id = ${projectId} and c.revision = ${revision} and c.entity = 'task' and c.because = 'cascade'
          and c.fields ? 'assigneeId' and task.id = c.entity_id and task.project_id = c.project_id
          and task.deleted_at is null and task.id <> all(${[...touched]}::uuid[])
          and task.assignee_id is distinct from (c.fields #>> '{assigneeId,0}')::uuid
        returning task.id,
          jsonb_build_object('assigneeId', jsonb_build_array(c.fields #> '{assigneeId,1}', c.fields #> '{assigneeId,0}'))
            as fields`,
    });
  }
}

/** Takes acts back within a command that holds their projects: all of them, or nothing where anything stands in the way. */
async function takeBack(ctx: Context, tx: Tx, acts: readonly ChangeSetName[]): Promise<void> {
  const lines = await readLines(tx, acts);
  const made = new Set(
    lines.flatMap((line) => (line.entity === 'project' && line.action === 'created' ? actOf(line) : [])),
  );
  const respaced = await readRespaced(tx.em, lines);
  const undoing: Undoing = {
    tx,
    acts,
    lines,
    ...(await load(tx, acts, lines)),
    obstacles: [],
    madeTasks: [],
    madeProjects: [],
    places: new Map(),
    returning: [],
    given: new Set(),
    moved: new Set(),
    isMaking: ({ projectId, revision }) => made.has(actOf({ projectId, revision })),
    keyNow: keyNowBy(respaced),
  };
  for (const line of lines) invert(undoing, line);
  const touched = lines.flatMap(({ entity, entityId }) => (entity === 'task' ? entityId : []));
  const obstacles = await findObstacles(undoing, touched, undoing.members.leaving());
  if (obstacles.length > 0) throw conflictOf(ctx, obstacles);
  await putBack(tx, [...undoing.places.values()], respaced);
  await checkAssignees(undoing);
  await checkChecklists(undoing);
  await undoing.members.apply(tx);
  if (undoing.members.isTouched) giveBackTasks(undoing, touched);
  await withdraw(tx, acts.map(actOf));
}

/**
 * Takes acts back as one: each field goes to what it was before, what was made goes, what was deleted comes back. Allowed is
 * what whoever asks may do by hand. CONFLICT, and nothing is undone, where something is not as the acts left it, or others
 * have added to what they made. What it leaves is an act like others: undoing that does them again.
 */
export async function undo(ctx: Context, raw: unknown): Promise<UndoPayload> {
  requireViewer(ctx);
  const input = parse(undoSchema, raw);
  const acts = [...new Map(input.acts.map((act) => [actOf(act), act])).values()];
  const { people, hasMoves } = await lookAhead(ctx, acts);
  for (const userId of people) await limitMembers(ctx, userId);
  const undoOf = Map.groupBy(acts, ({ projectId }) => projectId);
  const { revisions } = await command(ctx, {
    operation: 'undo',
    input,
    projectIds: [...undoOf.keys()],
    ...(hasMoves && { into: [...undoOf.keys()] }),
    actor: { kind: 'undoer' },
    // what may be undone there is asked of each line
    inArchived: true,
    undoOf: new Map([...undoOf].map(([projectId, sets]) => [projectId, sets.map(({ revision }) => revision)])),
    run: (tx) => takeBack(ctx, tx, acts),
  });
  return { revisions };
}
