import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { IMPORTS } from '../../contract/limits.js';
import { softDelete } from '../platform/database/softDelete.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { AppError } from '../platform/lib/errors.js';
import { Project } from '../projects/project.entity.js';
import { contextFor, type Resources } from '../request/context.js';
import { Task } from '../tasks/task.entity.js';
import { softDeleteTasks } from '../tasks/taskParts.js';
import { command, type Tx } from '../write/command.js';
import { partsOf } from '../write/kinds.js';
import { addCounts, type Line, noCounts, storeLines, type StoredReport } from './report.js';

/*
 * Undoing an import: what it made and no one has changed since goes to the trash, the rest stays and is listed. The log says
 * what it made, as its change sets have its id.
 */

const TRIES = 6;

const payload = v.object({ id: v.string() });

interface Undo {
  id: string;
  userId: string;
  projectId: string;
  isNewProject: boolean;
  part: number;
  first: number;
  last: number;
  report: StoredReport;
}

async function readUndo({ orm }: Resources, id: string): Promise<Undo | null> {
  const { rows } = await sql<Undo>`
    select id, user_id as "userId", project_id as "projectId", new_project is not null as "isNewProject", part,
      coalesce(first_revision, 0) as first, coalesce(last_revision, 0) as last, report
    from import where id = ${id} and state = 'UNDOING'`.execute(orm.em.fork().getKysely());
  return rows[0] ?? null;
}

const isByImport = ({ id }: Undo) => sql`c.mutation_id like ${`import:${id}:%`}`;
const within = ({ projectId, first, last }: Undo) =>
  sql`c.project_id = ${projectId} and c.revision between ${first} and ${last}`;

interface Made {
  /** The last ones first, so that subtasks come before their parents. */
  tasks: string[];
  /** Comments and checklist items of tasks that were there before. */
  comments: string[];
  items: string[];
  revisions: number[];
}

async function readMade(em: EntityManager, undo: Undo): Promise<Made> {
  const db = em.getKysely();
  const { rows } = await sql<{ entity: string; id: string; revision: number }>`
    select c.entity, c.entity_id as id, c.revision from change c
    where ${within(undo)} and ${isByImport(undo)} and c.action = 'created'
      and c.entity in ('task', 'comment', 'checklist_item')
    order by c.revision desc, c.n desc`.execute(db);
  const idsOf = (entity: string): string[] => rows.flatMap((row) => (row.entity === entity ? row.id : []));
  const tasks = idsOf('task');
  const ofOthers = async (table: string, ids: string[]): Promise<string[]> => {
    const { rows: found } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and task_id <> all(${tasks}::uuid[])`.execute(
      db,
    );
    return found.map(({ id }) => id);
  };
  return {
    tasks,
    comments: await ofOthers('comment', idsOf('comment')),
    items: await ofOthers('checklist_item', idsOf('checklist_item')),
    revisions: [...new Set(rows.map(({ revision }) => revision))],
  };
}

/** Returns the tasks of these that are as the import made them: neither they nor their parts have another version. */
async function readUnchanged({ em }: Tx, ids: readonly string[], revisions: readonly number[]): Promise<Set<string>> {
  const isOther = sql`version <> all(${[...revisions]}::int[])`;
  const parts = partsOf(em, 'task').map(
    ({ table, ownerId }) =>
      sql`not exists (select 1 from ${table} part where part.${ownerId} = t.id and part.${isOther})`,
  );
  const { rows } = await sql<{ id: string }>`
    select t.id from task t where t.id = any(${[...ids]}::uuid[]) and not t.${isOther} and ${sql.join(parts, sql` and `)}`.execute(
    em.getKysely(),
  );
  return new Set(rows.map(({ id }) => id));
}

const KEPT = 'kept: it was changed after the import';

async function undoTasks(tx: Tx, { projectId }: Undo, ids: readonly string[], { revisions }: Made) {
  const unchanged = await readUnchanged(tx, ids, revisions);
  const tasks = await tx.em.find(Task, { id: { $in: [...ids] }, projectId, deletedAt: null });
  const order = new Map(ids.map((id, at) => [id, at]));
  const removed = tasks
    .filter(({ id }) => unchanged.has(id))
    .toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  softDeleteTasks(tx, removed);
  const lines = tasks
    .filter(({ id }) => !unchanged.has(id))
    .map(({ id, title }): Line => ({ taskId: id, isRefused: false, item: title, what: 'Task', why: KEPT }));
  return { count: removed.length, lines };
}

/** Moves parts of tasks that were there before to the trash, unless they were changed. */
function undoParts(tx: Tx, { projectId }: Undo, entity: 'comment' | 'checklist_item', ids: string[], made: Made): void {
  const at = tx.revisionOf(projectId);
  tx.changeMany({
    projectId,
    entity,
    action: 'deleted',
    because: 'cascade',
    statement: sql`
      update ${sql.table(entity)} set deleted_at = ${tx.now}, deleted_by = ${tx.viewer.userId}, deleted_revision = ${at},
        version = ${at}
      where id = any(${ids}::uuid[]) and project_id = ${projectId} and deleted_at is null
        and version = any(${made.revisions}::int[])
      returning id, jsonb_build_object('deletedAt', jsonb_build_array(null, ${tx.now.toISOString()}::text)) as fields`,
  });
}

/** Marks a part as done. Returns false if another worker has done it. */
async function finishPart(
  { em }: Tx,
  undo: Undo,
  n: number,
  done: { count: number; comments?: number; items?: number; lines: Line[] },
): Promise<void> {
  const { report } = undo;
  const next: StoredReport = {
    ...report,
    undone: addCounts(report.undone ?? noCounts(), {
      ...noCounts(),
      tasks: done.count,
      comments: done.comments ?? 0,
      checklistItems: done.items ?? 0,
    }),
    lines: report.lines + done.lines.length,
  };
  const { rows } = await sql`
    update import set part = ${n + 1}, done = least(total, done + ${done.count}), report = ${toJsonb(next)}
    where id = ${undo.id} and part = ${n} and state = 'UNDOING' returning id`.execute(em.getKysely());
  if (rows.length === 0) throw new Error('another worker undoes this import');
  await storeLines(em, undo.id, report.lines, done.lines);
  undo.report = next;
}

/** Whether nothing but the import has changed the project that it made. */
async function isUntouched(em: EntityManager, undo: Undo): Promise<boolean> {
  if (!undo.isNewProject) return false;
  const { rows } = await sql`
    select 1 from change c where c.project_id = ${undo.projectId} and (${isByImport(undo)}) is not true
    limit 1`.execute(em.getKysely());
  return rows.length === 0;
}

const inCommand = (resources: Resources, undo: Undo, n: number, run: (tx: Tx) => Promise<void>): Promise<unknown> =>
  command(
    { ...contextFor(resources, undo.userId), idempotencyKey: `undo-import:${undo.id}:${n}` },
    { operation: 'undoImport', input: { id: undo.id, part: n }, projectIds: [undo.projectId], run },
  );

async function runUndo(resources: Resources, undo: Undo, signal: AbortSignal | undefined): Promise<void> {
  const em = resources.orm.em.fork();
  const made = await readMade(em, undo);
  if (undo.part === 0 && (await isUntouched(em, undo))) {
    await inCommand(resources, undo, 0, async (tx) => {
      const project = await tx.em.findOneOrFail(Project, { id: undo.projectId });
      softDelete(project, tx.viewer.userId, tx.revisionOf(undo.projectId), tx.now);
      await finishPart(tx, undo, 0, { count: made.tasks.length, lines: [] });
    });
    return;
  }
  let n = 0;
  for (let at = 0; at < made.tasks.length; at += IMPORTS.batch, n += 1) {
    signal?.throwIfAborted();
    if (n < undo.part) continue;
    const part = n;
    const ids = made.tasks.slice(at, at + IMPORTS.batch);
    await inCommand(resources, undo, part, async (tx) =>
      finishPart(tx, undo, part, await undoTasks(tx, undo, ids, made)),
    );
  }
  if (n < undo.part || made.comments.length + made.items.length === 0) return;
  await inCommand(resources, undo, n, async (tx) => {
    undoParts(tx, undo, 'comment', made.comments, made);
    undoParts(tx, undo, 'checklist_item', made.items, made);
    await finishPart(tx, undo, n, { count: 0, comments: made.comments.length, items: made.items.length, lines: [] });
  });
}

async function end(
  { orm, now }: Resources,
  id: string,
  state: 'UNDONE' | 'FAILED',
  failure: string | null,
): Promise<void> {
  await sql`
    update import set state = ${state}, failure = ${failure}, finished_at = ${now()}
    where id = ${id} and state = 'UNDOING'`.execute(orm.em.fork().getKysely());
}

/** The job that undoes an import, part by part. */
export async function runUndoImport(
  resources: Resources,
  raw: unknown,
  tries: number,
  signal?: AbortSignal,
): Promise<void> {
  const { id } = v.parse(payload, raw);
  const undo = await readUndo(resources, id);
  if (!undo) return;
  try {
    if (undo.projectId !== null) await runUndo(resources, undo, signal);
    await end(resources, id, 'UNDONE', null);
  } catch (error) {
    const isRefused = error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
    if (!isRefused && (tries < TRIES || signal?.aborted)) throw error;
    if (!isRefused) resources.log.error({ err: error, import: id }, 'undoing an import was given up');
    await end(resources, id, 'FAILED', 'It could not be undone: you can no longer change the project.');
  }
}
