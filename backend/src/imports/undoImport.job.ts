import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { importReason, type ImportReason, type ImportThingKind } from '../../contract/importReasons.js';
import { IMPORTS } from '../../contract/limits.js';
import { softDelete } from '../platform/database/softDelete.js';
import { AppError } from '../platform/lib/errors.js';
import { Project } from '../projects/project.entity.js';
import { contextFor, type Resources } from '../request/context.js';
import { Task } from '../tasks/task.entity.js';
import { softDeleteTasks } from '../tasks/taskParts.js';
import { command, type Tx } from '../write/command.js';
import { partsOf } from '../write/kinds.js';
import { softDeleteRows } from '../write/softDeleteRows.js';
import { type Attempt, finishPart, runImportJob } from './importProgress.js';
import { rowOf } from './read/cleanTask.js';
import { addCounts, type ImportCounts, type Line, newLine, noCounts } from './report.js';
import { PART_KINDS, type PartKind, UNDO_KEY } from './run.js';

/* Undoes an import: moves the objects that it created to the trash, except for those changed since, which stay and are
   listed. The log identifies the objects, because the change sets contain the import's id. */

/** An attempt to undo an import into a project. */
type Undo = Attempt & { projectId: string };

const isByImport = ({ id }: Undo) => sql`c.mutation_id like ${`import:${id}:%`}`;
const within = ({ projectId, firstRevision, lastRevision }: Undo) =>
  sql`c.project_id = ${projectId} and c.revision between ${firstRevision ?? 0} and ${lastRevision ?? 0}`;

/** The counters of parts, and their names in the report. */
const PARTS = {
  comment: { counter: 'comments', thing: 'comment' },
  checklist_item: { counter: 'checklistItems', thing: 'checklistItem' },
  task_relation: { counter: 'relations', thing: 'relation' },
  attachment: { counter: 'files', thing: 'file' },
} as const satisfies Record<PartKind, { counter: keyof ImportCounts; thing: ImportThingKind }>;

interface Made {
  /** In reverse order, so that subtasks come before their parents. */
  tasks: string[];
  /** Created and restored parts of tasks that the import did not create, by their kind. */
  parts: ReadonlyMap<PartKind, string[]>;
  columns: string[];
  revisions: number[];
}

async function readCreated(em: EntityManager, undo: Undo): Promise<Made> {
  const db = em.getKysely();
  const { rows } = await sql<{ entity: string; id: string; revision: number }>`
    select c.entity, c.entity_id as id, c.revision from change c
    where ${within(undo)} and ${isByImport(undo)} and c.action in ('created', 'restored')
      and c.entity = any(${['task', 'column', ...PART_KINDS]})
    order by c.revision desc, c.n desc`.execute(db);
  const idsOf = (entity: string): string[] => rows.flatMap((row) => (row.entity === entity ? row.id : []));
  const tasks = idsOf('task');
  const parts = new Map<PartKind, string[]>();
  for (const kind of PART_KINDS) {
    const owners = partsOf(em, 'task').filter(({ name }) => name === kind);
    const isOfOthers = owners.map(({ ownerId }) => sql`and ${ownerId} <> all(${tasks}::uuid[])`);
    const { rows: found } = await sql<{ id: string }>`
      select id from ${sql.table(kind)} where id = any(${idsOf(kind)}::uuid[]) ${sql.join(isOfOthers, sql` `)}`.execute(
      db,
    );
    parts.set(
      kind,
      found.map(({ id }) => id),
    );
  }
  return { tasks, parts, columns: idsOf('column'), revisions: [...new Set(rows.map(({ revision }) => revision))] };
}

/**
 * Returns the tasks that are unchanged since the import: they and their parts still have the same versions. A relation
 * can already be in the trash because of its other task, from an earlier part of this undo.
 */
async function readUnchanged(
  { em }: Tx,
  { id, projectId, lastRevision }: Undo,
  ids: readonly string[],
  revisions: readonly number[],
): Promise<Set<string>> {
  const isOther = sql`version <> all(${[...revisions]}::int[])`;
  const isUndone = sql`part.deleted_at is not null and part.version in (
    select c.revision from change c where c.project_id = ${projectId} and c.revision > ${lastRevision ?? 0} and c.mutation_id like ${`${UNDO_KEY}${id}:%`})`;
  const parts = partsOf(em, 'task').map(
    ({ table, ownerId }) =>
      sql`not exists (select 1 from ${table} part where part.${ownerId} = t.id and part.${isOther} and not (${isUndone}))`,
  );
  const { rows } = await sql<{ id: string }>`
    select t.id from task t where t.id = any(${[...ids]}::uuid[]) and not t.${isOther} and ${sql.join(parts, sql` and `)}`.execute(
    em.getKysely(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns a line about a task or a part of it that an undo keeps, because someone has changed it. */
const keptLine = (kind: ImportThingKind, taskId: string, title: string): Line =>
  newLine(rowOf('task', title), { kind }, importReason('keptChanged'), taskId);

interface KeptTask {
  id: string;
  title: string;
}

/** Returns the tasks that were moved to other projects of the person. */
async function readMoved({ em }: Tx, { userId, projectId }: Undo, ids: readonly string[]): Promise<KeptTask[]> {
  const { rows } = await sql<KeptTask>`
    select t.id, t.title from task t
    join project p on p.id = t.project_id and p.deleted_at is null
    join project_member m on m.project_id = p.id and m.user_id = ${userId}
    where t.id = any(${[...ids]}::uuid[]) and t.project_id <> ${projectId} and t.deleted_at is null
    order by t.id`.execute(em.getKysely());
  return rows;
}

async function undoTasks(tx: Tx, undo: Undo, ids: readonly string[], { revisions }: Made) {
  const { projectId } = undo;
  const unchanged = await readUnchanged(tx, undo, ids, revisions);
  const tasks = await tx.em.find(Task, { id: { $in: [...ids] }, projectId, deletedAt: null });
  const order = new Map(ids.map((id, at) => [id, at]));
  const removed = tasks
    .filter(({ id }) => unchanged.has(id))
    .toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  softDeleteTasks(tx, removed);
  const kept: KeptTask[] = [...tasks.filter(({ id }) => !unchanged.has(id)), ...(await readMoved(tx, undo, ids))];
  const lines = kept.map(({ id, title }) => keptLine('task', id, title));
  return { tasks: removed.length, lines };
}

/** Moves parts of existing tasks to the trash, unless they were changed. Returns how many, and lines about the others. */
async function undoParts(tx: Tx, { projectId }: Undo, entity: PartKind, { parts, revisions }: Made) {
  const ids = parts.get(entity) ?? [];
  if (ids.length === 0) return { count: 0, lines: [] };
  const { rows: found } = await sql<{ id: string; taskId: string; title: string; isUnchanged: boolean }>`
    select part.id, t.id as "taskId", t.title, part.version = any(${revisions}::int[]) as "isUnchanged"
    from ${sql.table(entity)} part join task t on t.id = part.task_id
    where part.id = any(${ids}::uuid[]) and part.project_id = ${projectId} and part.deleted_at is null`.execute(
    tx.em.getKysely(),
  );
  const rows = found.filter(({ isUnchanged }) => isUnchanged);
  softDeleteRows(tx, projectId, entity, sql`part.id = any(${rows.map(({ id }) => id)}::uuid[])`);
  const lines = found
    .filter(({ isUnchanged }) => !isUnchanged)
    .map(({ taskId, title }) => keptLine(PARTS[entity].thing, taskId, title));
  return { count: rows.length, lines };
}

/** Returns lines about the columns that the import has created. They stay, because tasks of others can be in them. */
async function listColumns({ em }: Tx, { projectId }: Undo, { columns }: Made): Promise<Line[]> {
  const { rows } = await sql<{ name: string }>`
    select name from "column" where id = any(${columns}::uuid[]) and project_id = ${projectId} and deleted_at is null
    order by rank`.execute(em.getKysely());
  return rows.map(({ name }) => newLine(rowOf('column', name), { kind: 'column' }, importReason('columnStays')));
}

/** Marks a part as done, and adds the removed objects to the report. */
function addToReport(
  { em }: Tx,
  undo: Undo,
  n: number,
  undone: Partial<ImportCounts>,
  lines: readonly Line[] = [],
): Promise<void> {
  const { report } = undo;
  return finishPart(em, undo, 'UNDOING', n, {
    tasks: undone.tasks ?? 0,
    report: { ...report, undone: addCounts(report.undone ?? noCounts(), { ...noCounts(), ...undone }) },
    lines,
    revision: null,
  });
}

/** Whether only the import has changed the project that it created. */
async function isUntouched(em: EntityManager, undo: Undo): Promise<boolean> {
  if (undo.newProject === null) return false;
  const { rows } = await sql`
    select 1 from change c where c.project_id = ${undo.projectId} and (${isByImport(undo)}) is not true
    limit 1`.execute(em.getKysely());
  return rows.length === 0;
}

/** The key of a part. It has the number of the undo, because a later undo does the parts of a failed one again. */
const keyOf = ({ id, report: { undos } }: Undo, n: number): string =>
  undos === undefined ? `${UNDO_KEY}${id}:${n}` : `${UNDO_KEY}${id}:${undos}:${n}`;

const inCommand = (resources: Resources, undo: Undo, n: number, run: (tx: Tx) => Promise<void>): Promise<unknown> =>
  command(
    { ...contextFor(resources, undo.userId), idempotencyKey: keyOf(undo, n) },
    { operation: 'undoImport', input: { id: undo.id, part: n }, projectIds: [undo.projectId], run },
  );

async function runUndo(resources: Resources, undo: Undo, signal: AbortSignal | undefined): Promise<void> {
  const em = resources.orm.em.fork();
  const made = await readCreated(em, undo);
  if (undo.part === 0 && (await isUntouched(em, undo))) {
    await inCommand(resources, undo, 0, async (tx) => {
      // The next try undoes the tasks one by one.
      if (!(await isUntouched(tx.em, undo))) throw new Error('someone has just changed the project of an import');
      const project = await tx.em.findOneOrFail(Project, { id: undo.projectId });
      softDelete(project, tx.viewer.userId, tx.revisionOf(undo.projectId), tx.now);
      await addToReport(tx, undo, 0, { tasks: made.tasks.length });
    });
    return;
  }
  let n = 0;
  for (let at = 0; at < made.tasks.length; at += IMPORTS.batch, n += 1) {
    signal?.throwIfAborted();
    if (n < undo.part) continue;
    const part = n;
    const ids = made.tasks.slice(at, at + IMPORTS.batch);
    await inCommand(resources, undo, part, async (tx) => {
      const { tasks, lines } = await undoTasks(tx, undo, ids, made);
      await addToReport(tx, undo, part, { tasks }, lines);
    });
  }
  const hasMore = made.columns.length > 0 || [...made.parts.values()].some((ids) => ids.length > 0);
  if (n < undo.part || !hasMore) return;
  await inCommand(resources, undo, n, async (tx) => {
    const undone: Partial<ImportCounts> = {};
    const lines: Line[] = [];
    for (const kind of PART_KINDS) {
      const { count, lines: kept } = await undoParts(tx, undo, kind, made);
      undone[PARTS[kind].counter] = count;
      lines.push(...kept);
    }
    lines.push(...(await listColumns(tx, undo, made)));
    await addToReport(tx, undo, n, undone, lines);
  });
}

const explain = (error: unknown): ImportReason | null =>
  error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')
    ? importReason('noRightToUndo')
    : null;

/** The job that undoes an import, part by part. */
export const runUndoImport = (resources: Resources, raw: unknown, tries: number, signal?: AbortSignal): Promise<void> =>
  runImportJob(resources, raw, tries, signal, {
    from: 'UNDOING',
    to: 'UNDONE',
    run: async (attempt) => {
      const { projectId } = attempt;
      if (projectId !== null) await runUndo(resources, { ...attempt, projectId }, signal);
    },
    explain,
    failure: importReason('undoStopped'),
  });
