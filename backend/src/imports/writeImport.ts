import { type RawBuilder, sql } from 'kysely';
import { TASK_STATUSES } from '../../contract/enums.js';
import { fold } from '../../contract/fold.js';
import { COLUMNS, TAGS } from '../../contract/limits.js';
import { Column } from '../columns/column.entity.js';
import { refuseManageColumns } from '../columns/column.policy.js';
import { type ColumnFields, homeColumn } from '../columns/homeColumns.js';
import { loadColumns, storedColumnId } from '../columns/projectColumns.js';
import { ranksBetween } from '../platform/database/rank.js';
import { NOT_DELETED } from '../platform/database/softDelete.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { Project } from '../projects/project.entity.js';
import { enforce } from '../projects/project.policy.js';
import { ranksAtEnd } from '../tasks/placement.js';
import type { Tx } from '../write/command.js';
import { insertRows, type NewRow, restoreRowsAs } from '../write/insertRows.js';
import { restoreRows } from '../write/softDeleteRows.js';
import type { ImportPlan, ListPlan } from './plan.js';
import { cut } from './read/cleanTask.js';
import type { PlannedItem, PlannedPart, PlannedTask, Run } from './run.js';

/** Numbers a name that an earlier column has: two columns of a project cannot have the same name. */
function numberNames<Row extends { name: string }>(rows: readonly Row[]): Row[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    let { name } = row;
    for (let n = 2; taken.has(fold(name)); n += 1) name = `${cut(row.name, COLUMNS.nameMax - 4)} ${n}`;
    taken.add(fold(name));
    return { ...row, name };
  });
}

/** Writes the columns of a new project: one for each list in order, then hidden ones for statuses without a list. */
function writeBoard(tx: Tx, projectId: string, lists: readonly ListPlan[]): void {
  const used = [...new Map(lists.map((list) => [list.column.id, list])).values()];
  const missing = TASK_STATUSES.map((status) => homeColumn(projectId, status)).filter(
    ({ id }) => !used.some(({ column }) => column.id === id),
  );
  const ranks = ranksBetween(null, null, used.length + missing.length);
  const homes = new Set(TASK_STATUSES.map((status) => homeColumn(projectId, status).id));
  const rows = numberNames([
    ...used.map(({ column: { id, name, status }, list: { limit, own } }) => ({
      id,
      name,
      status,
      limit,
      color: own?.color ?? null,
      hidden: own?.hidden ?? false,
    })),
    ...missing.map(({ id, name, status }) => ({
      id,
      name,
      status,
      limit: null,
      color: null,
      hidden: used.some(({ column }) => column.status === status),
    })),
  ]);
  insertRows(
    tx,
    projectId,
    'column',
    rows.map((row, at) => ({ ...row, rank: ranks[at], isHome: homes.has(row.id) })),
  );
}

/** Adds new columns to an existing project, for the lists that need one. */
async function addColumns(tx: Tx, projectId: string, lists: readonly ListPlan[]): Promise<void> {
  const { live } = await loadColumns(tx.em, projectId);
  const added = lists.filter(({ how, column }) => how === 'NEW' && !live.some(({ id }) => id === column.id));
  // Lists with the same name share a column.
  const wanted = [...Map.groupBy(added, ({ column }) => column.id).values()].flatMap((some) => some.slice(0, 1));
  if (wanted.length > 0) enforce(refuseManageColumns(tx.roleIn(projectId)));
  const room = wanted.slice(0, Math.max(0, COLUMNS.max - live.length));
  const ranks = ranksBetween(live.at(-1)?.rank ?? null, null, Math.max(1, room.length));
  for (const [at, { column, list }] of room.entries()) {
    tx.em.create(Column, {
      ...column,
      projectId,
      color: list.own?.color ?? null,
      limit: list.limit,
      hidden: list.own?.hidden ?? false,
      rank: ranks[at] ?? '',
      isHome: false,
      targetId: null,
      version: 0,
      ...NOT_DELETED,
    });
  }
}

/** Adds colors for the tags that have none in the project. */
function addTagColors(project: Project, colors: Readonly<Record<string, string>>): void {
  const added = Object.entries(colors).filter(([name]) => !Object.hasOwn(project.tagColors, name));
  const room = Math.max(0, TAGS.colored - Object.keys(project.tagColors).length);
  if (added.length > 0 && room > 0) {
    project.tagColors = { ...project.tagColors, ...Object.fromEntries(added.slice(0, room)) };
  }
}

/** Prepares the project: its columns and the colors of its tags. */
export async function writeColumns(
  tx: Tx,
  project: Project,
  {
    isNew,
    lists,
    tagColors,
  }: { isNew: boolean; tagColors: Readonly<Record<string, string>> } & Pick<ImportPlan, 'lists'>,
): Promise<void> {
  if (isNew) writeBoard(tx, project.id, lists);
  else await addColumns(tx, project.id, lists);
  addTagColors(project, tagColors);
}

const recordsOf = (rows: readonly object[], types: string): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${toJsonb(rows)}) as given(${sql.raw(types)})`;

/**
 * Numbers the new tasks, and stores where they came from. A task keeps its number if that is free. The others are
 * numbered in the order of the file, after the highest number in the file. A task that was imported before and purged
 * gets the number that it had, because the numbers of purged tasks stay reserved.
 */
const numbersAndOrigins = (
  { targetId: projectId, source, lastNumber }: Run,
  tasks: readonly PlannedTask[],
): RawBuilder<unknown>[] => [
  sql`
    insert into task_number (project_id, number, task_id)
    select ${projectId}::uuid, coalesce(
        case when not exists (select 1 from task_number n where n.project_id = ${projectId} and n.number = given.number)
          then given.number end,
        given.n + greatest(${lastNumber}::int, (
          select coalesce(max(number), 0) from task_number where project_id = ${projectId}))), given.id
    from ${recordsOf(
      tasks.map(({ row, number }, at) => ({ id: row['id'], number, n: at + 1 })),
      'id uuid, number int, n int',
    )} join changed on changed.id = given.id
    where not exists (select 1 from task_number n where n.project_id = ${projectId} and n.task_id = given.id)`,
  sql`
    insert into task_origin (task_id, source, id, url)
    select given.task_id, ${source}, given.id, given.url
    from ${recordsOf(
      tasks.map(({ row, origin }) => ({ ...origin, task_id: row['id'] })),
      'task_id uuid, id text, url text',
    )} join changed on changed.id = given.task_id`,
];

/** Ranks new items after the existing items of their tasks. */
function rankItems(items: readonly PlannedItem[]): NewRow[] {
  return [...Map.groupBy(items, ({ taskId }) => taskId).values()].flatMap((some) => {
    const ranks = ranksBetween(some[0]?.after ?? null, null, some.length);
    return some.map(({ row }, at) => ({ ...row, rank: ranks[at] }));
  });
}

const rowsOf = (tasks: readonly PlannedTask[]): NewRow[] => tasks.map(({ row }) => row);

/** Writes the tasks of a part with their comments and checklists, at the ends of their columns. */
export async function writeTasks(tx: Tx, run: Run, part: PlannedPart): Promise<void> {
  const { targetId } = run;
  const { tasks, items, comments, relations, files, restored } = part;
  if (tasks.length > 0) {
    const columns = await loadColumns(tx.em, targetId);
    const ranks = await ranksAtEnd(tx, targetId, tasks.length);
    const placed = tasks.map((task, at) => {
      const { row, rank } = task;
      // The column can have been deleted since the import began.
      const column: ColumnFields = columns.follow(task.column.id) ?? columns.first(task.column.status);
      const { status } = column;
      const completedAt = status === 'DONE' ? row['completedAt'] : null;
      const values = { status, completedAt, columnId: storedColumnId(column), rank: rank ?? ranks[at] };
      return { ...task, row: { ...row, ...values } };
    });
    const added = placed.filter(({ isRestored }) => !isRestored);
    const undone = placed.filter(({ isRestored }) => isRestored);
    const also = numbersAndOrigins(run, added);
    insertRows(tx, targetId, 'task', rowsOf(added), { hasTexts: true, also });
    restoreRowsAs(tx, targetId, 'task', rowsOf(undone));
  }
  insertRows(tx, targetId, 'checklist_item', rankItems(items));
  insertRows(tx, targetId, 'comment', comments, { hasTexts: true });
  insertRows(tx, targetId, 'task_relation', relations);
  for (const [kind, parts] of Map.groupBy(restored, (part) => part.kind)) {
    restoreRows(tx, targetId, kind, sql`part.id = any(${parts.map(({ id }) => id)}::uuid[])`);
  }
  if (files.length === 0) return;
  const fileIds = files.map(({ fileId }) => fileId);
  // Locks the files, so that no sweep removes the contents before they are attached.
  await sql`select 1 from file where id = any(${fileIds}::uuid[]) for key share`.execute(tx.em.getKysely());
  insertRows(tx, targetId, 'attachment', files);
}
