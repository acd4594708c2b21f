import { type RawBuilder, sql } from 'kysely';
import { COPIES, VIEWS } from '../../contract/limits.js';
import type { CopiedParts } from '../../contract/projects.js';
import { homeColumnId } from '../columns/homeColumns.js';
import { loadColumns, storedColumnId } from '../columns/projectColumns.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { Membership } from '../projects/membership.entity.js';
import { choosePartIds, copiedText, copyTaskParts, partsCopiedWithProject } from '../tasks/copyTaskParts.js';
import { isActive } from '../users/user.reads.js';
import type { Tx } from '../write/command.js';
import { shiftDates } from './shiftDates.js';
import { chooseIds, type Copies, copyRows, pairsAs } from '../write/copyRows.js';

/* Copies the contents of a project into a new one, in the command that creates it, so that no one sees an incomplete
   copy and a killed process leaves nothing behind. Each kind of object takes one statement, so that other requests do
   not wait for a large project. */

interface Source {
  from: string;
  into: string;
  with: CopiedParts;
  /** The day to which the earliest date moves; null keeps all dates. */
  datesFrom: string | null;
  /** The person's time zone, in which times of day stay the same. */
  timeZone: string;
}

/** Counts what a copy writes against the limits of its person, before it is written. */
interface CopyBudget {
  onCount: (tasks: number, parts: number) => Promise<void>;
  onMember: (userId: string) => Promise<void>;
}

const tooMany = (reason: string, max: number) => invalid({ projectId: fieldError('tooMany', reason, { max }) });
const TOO_MANY_TASKS = `A project with more than ${COPIES.tasks} tasks can’t be copied`;
const TOO_MANY_PARTS = `A project with more than ${COPIES.parts} checklist items, comments, files and relations can’t be copied with them`;

/** Copies the columns. Home columns are not copied, because each project has its own. */
async function copyColumns(tx: Tx, copies: Copies): Promise<void> {
  const { from, into, ids } = copies;
  const where = sql`(src.deleted_at is null or src.is_home)`;
  await chooseIds(tx, copies, 'column', COPIES.parts, where);
  const { rows: homes } = await sql<{ id: string; status: Parameters<typeof homeColumnId>[1] }>`
    select id, status from "column" where project_id = ${from} and is_home`.execute(tx.em.getKysely());
  const own = new Map(ids.get('column'));
  for (const { id, status } of homes) own.set(id, homeColumnId(into, status));
  ids.set('column', own);
  copyRows(tx, copies, 'column', {
    where,
    set: { targetId: sql`target.new_id` },
    joins: [sql`left join ${pairsAs(own, 'target')} on target.old_id = src.target_id`],
  });
}

/**
 * Copies the memberships of people with active accounts, and calls `onMember` for each before. Returns the ids of those
 * who can have tasks.
 */
async function copyMembers(tx: Tx, { from, into }: Source, onMember: CopyBudget['onMember']): Promise<string[]> {
  const { rows } = await sql<Pick<Membership, 'userId' | 'role'>>`
    select m.user_id as "userId", m.role from project_member m join account a on a.id = m.user_id and ${isActive}
    where m.project_id = ${from} and m.user_id <> ${tx.viewer.userId}
    order by m.joined_at, m.user_id limit ${COPIES.members + 1} for share of a`.execute(tx.em.getKysely());
  if (rows.length > COPIES.members) {
    throw tooMany(`A project with more than ${COPIES.members} members can’t be copied with them`, COPIES.members);
  }
  for (const { userId } of rows) await onMember(userId);
  for (const { userId, role } of rows) tx.em.create(Membership, { projectId: into, userId, role, joinedAt: tx.now });
  return rows.filter(({ role }) => role === 'OWNER' || role === 'MEMBER').map(({ userId }) => userId);
}

/** Numbers the copied tasks in the order of their ids, which is the order in the original project. */
const numberTasks = (projectId: string): RawBuilder<unknown> => sql`
  insert into task_number (project_id, number, task_id)
  select ${projectId}::uuid, row_number() over (order by id), id from changed`;

/** Copies the tasks as open ones: done tasks go to the first TODO column. */
async function copyTasks(tx: Tx, copies: Copies, source: Source, assignable: readonly string[]): Promise<void> {
  const { from, ids } = copies;
  const tasks = ids.get('task') ?? new Map();
  const columns = ids.get('column') ?? new Map();
  const first = storedColumnId((await loadColumns(tx.em, from)).first('TODO'));
  const dates = await shiftDates(tx, tasks, source.datesFrom, source.timeZone);
  const isOpen = sql`src.status <> 'DONE'`;
  copyRows(tx, copies, 'task', {
    joins: [
      ...dates.joins,
      sql`left join ${pairsAs(columns, 'of_column')} on of_column.old_id = src.column_id`,
      sql`left join task parent on parent.id = src.parent_id and parent.project_id = ${from} and parent.deleted_at is null`,
      sql`left join ${pairsAs(tasks, 'of_parent')} on of_parent.old_id = parent.id`,
    ],
    set: {
      ...copiedText(copies, 'task'),
      ...dates.set,
      status: sql`case when ${isOpen} then src.status else 'TODO' end`,
      columnId: sql`case when ${isOpen} then of_column.new_id else ${columns.get(first ?? '') ?? null}::uuid end`,
      completedAt: sql`null::timestamptz`,
      assigneeId: sql`case when src.assignee_id = any(${[tx.viewer.userId, ...assignable]}::uuid[]) then src.assignee_id end`,
      parentId: sql`of_parent.new_id`,
      repeat: sql`case when ${isOpen} then ${dates.repeat} end`,
      seriesId: sql`case when ${isOpen} and src.repeat is not null then gen_random_uuid() end`,
      occurrence: sql`case when ${isOpen} and src.repeat is not null then 1 end`,
    },
    hasTexts: true,
    also: [numberTasks(copies.into)],
  });
}

/**
 * Copies the viewer's own views of the project, up to the limit of views. Their filters name the copies of the project, of
 * columns, and of the task whose subtasks they show.
 */
async function copyViews(tx: Tx, { from, into, ids }: Copies): Promise<void> {
  const { userId } = tx.viewer;
  const columns = ids.get('column') ?? new Map();
  const tasks = ids.get('task') ?? new Map();
  await sql`
    insert into saved_view (id, user_id, project_id, name, filter, order_by, group_by, layout, created_at, updated_at)
    select gen_random_uuid(), ${userId}, ${into}, name, filter || jsonb_strip_nulls(jsonb_build_object(
        'columnIds', case when filter ? 'columnIds' then (
          select coalesce(jsonb_agg(coalesce(pair.new_id::text, named.id)), '[]')
          from jsonb_array_elements_text(filter -> 'columnIds') as named(id)
          left join ${pairsAs(columns, 'pair')} on pair.old_id::text = named.id) end,
        'parentId', of_parent.new_id,
        'projectIds', replace((filter -> 'projectIds')::text, ${from}::text, ${into}::text)::jsonb)),
      order_by, group_by, layout, ${tx.now}::timestamptz + interval '1 millisecond' * row_number() over (order by created_at, id), ${tx.now}
    from saved_view left join ${pairsAs(tasks, 'of_parent')} on of_parent.old_id::text = filter ->> 'parentId'
    where user_id = ${userId} and project_id = ${from}
    order by created_at, id
    limit greatest(0, ${VIEWS.max} - (select count(*) from saved_view where user_id = ${userId}))`.execute(
    tx.em.getKysely(),
  );
}

/** Copies a project's columns and the requested parts. The caller must have locked the viewer's account. */
export async function copyContents(tx: Tx, source: Source, { onCount, onMember }: CopyBudget): Promise<void> {
  const { from, into, with: parts } = source;
  const copies: Copies = { from, into, ids: new Map() };
  await copyColumns(tx, copies);
  const kinds = parts.tasks ? partsCopiedWithProject(tx, parts) : [];
  const tasks = parts.tasks ? await chooseIds(tx, copies, 'task', COPIES.tasks) : 0;
  if (tasks > COPIES.tasks) throw tooMany(TOO_MANY_TASKS, COPIES.tasks);
  const counted = await choosePartIds(tx, copies, kinds, COPIES.parts);
  if (counted > COPIES.parts) throw tooMany(TOO_MANY_PARTS, COPIES.parts);
  await onCount(tasks, counted);
  const assignable = parts.members ? await copyMembers(tx, source, onMember) : [];
  if (tasks > 0) await copyTasks(tx, copies, source, assignable);
  copyTaskParts(tx, copies, kinds);
  if (parts.views) await copyViews(tx, copies);
}
