import { sql } from 'kysely';
import type { TaskGrouping, TaskOrder, ViewLayout } from '../../contract/enums.js';
import { VIEW_FILTERS, type ViewFilter } from '../../contract/views.js';
import { type Context, requireViewer } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';

const VIEW_ROWS = new Rows({
  id: sql<string>`id`,
  name: sql<string>`name`,
  projectId: sql<string | null>`project_id`,
  isProjectGone: sql<boolean>`is_project_gone`,
  filter: sql<ViewFilter>`filter`,
  orderBy: sql<TaskOrder>`order_by`,
  groupBy: sql<TaskGrouping | null>`group_by`,
  layout: sql<ViewLayout>`layout`,
  createdAt: time(sql`created_at`),
  updatedAt: time(sql`updated_at`),
});

export type ViewRow = RowOf<typeof VIEW_ROWS>;

/** Adds null for each absent filter, as GraphQL and REST return it. */
export const fillFilters = <Row extends { filter: ViewFilter }>({ filter, ...row }: Row) => ({
  ...row,
  filter: Object.fromEntries(VIEW_FILTERS.map((name) => [name, filter[name] ?? null])),
});

/** Returns the viewer's saved views, oldest first. */
export async function readViews(ctx: Context): Promise<ViewRow[]> {
  const viewer = requireViewer(ctx);
  const rest = sql`from (
    select *, project_id is not null and project_id <> all(array(${visibleProjects(viewer)})) as is_project_gone
    from saved_view where user_id = ${viewer.userId}) v order by created_at, id`;
  return (await VIEW_ROWS.read(ctx.em, rest)).map(fillFilters);
}

/** Returns one of the viewer's views, or throws NOT_FOUND. */
export async function readView(ctx: Context, id: string): Promise<ViewRow> {
  const view = (await readViews(ctx)).find((each) => each.id === id);
  if (!view) throw notFound('View');
  return view;
}
