import { sql } from 'kysely';
import { dayAt, listDayStarts, mondayOf } from '../../contract/localDays.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { ascending, type Page, type PageArgs, readPage } from '../request/page.js';
import { activeProjects, countedProjects, isMemberOf } from '../projects/project.reads.js';
import { type UserRow, USERS } from '../users/user.reads.js';
import { selectOpenTasks } from './open.reads.js';

/** A person and their tasks in the projects shared with the viewer. */
export interface TeamPersonRow {
  userId: string;
  user: UserRow;
  open: number;
  overdue: number;
  completedThisWeek: number;
  projectIds: string[];
}

type Figures = Omit<TeamPersonRow, 'user'>;

const BY_NAME = ascending('NAME_ASC', 'text', sql`lower(a.first_name || ' ' || a.last_name)`, sql`a.id`);

/** Reads people's figures over the viewer's active projects. */
async function readFigures(ctx: Context, ids: readonly string[]): Promise<Map<string, Figures>> {
  const viewer = requireViewer(ctx);
  const now = ctx.resources.now();
  const { timeZone } = await readPreferences(ctx, viewer.userId);
  const today = dayAt(now, timeZone);
  const [monday] = listDayStarts(mondayOf(today), 0, timeZone);
  const { rows } = await sql<Figures>`
    with mine as materialized (${countedProjects(viewer)}),
    todo as (${selectOpenTasks(sql`any(array(select project_id from mine))`, { now, today })}),
    done as (
      select t.assignee_id as "userId", count(*) as completed from task t
      where t.project_id = any(array(select project_id from mine)) and t.deleted_at is null
        and coalesce(t.completed_at, '-infinity'::timestamptz) >= ${monday}
      group by t.assignee_id)
    select person.id as "userId",
      coalesce(todo.open, 0)::int as open, coalesce(todo.overdue, 0)::int as overdue,
      coalesce(done.completed, 0)::int as "completedThisWeek",
      array(select f.project_id from project_member f join project p on p.id = f.project_id
        where f.user_id = person.id and f.project_id in (select project_id from mine)
        order by p.created_at, p.id) as "projectIds"
    from unnest(${[...ids]}::uuid[]) as person(id)
    left join todo on todo."userId" = person.id
    left join done on done."userId" = person.id`.execute(ctx.em.getKysely());
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Lists the viewer and the members of their active projects, by name. */
export async function readPeople(ctx: Context, args: PageArgs): Promise<Page<TeamPersonRow>> {
  const viewer = requireViewer(ctx);
  const page = await readPage<UserRow>(
    ctx,
    {
      rows: USERS,
      from: sql`account a`,
      where: sql`(a.id = ${viewer.userId} or ${isMemberOf(activeProjects(viewer))})`,
      order: BY_NAME,
    },
    args,
  );
  const figures = await readFigures(
    ctx,
    page.rows.map(({ id }) => id),
  );
  const nothing = { open: 0, overdue: 0, completedThisWeek: 0, projectIds: [] };
  return {
    ...page,
    rows: page.rows.map((user) => ({ ...nothing, ...figures.get(user.id), userId: user.id, user })),
  };
}
