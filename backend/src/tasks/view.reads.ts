import { sql } from 'kysely';
import type { TaskOrder, ViewGroup, ViewLayout } from '../../contract/enums.js';
import { VIEW_FILTERS, type ViewFilter } from '../../contract/views.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';

const viewRows = (ctx: Context) =>
  new Rows({
    id: sql<string>`id`,
    name: sql<string>`name`,
    projectId: sql<string | null>`project_id`,
    isProjectGone: sql<boolean>`project_id is not null
      and project_id <> all(array(${visibleProjects(requireViewer(ctx))}))`,
    filter: sql<ViewFilter>`filter`,
    orderBy: sql<TaskOrder>`order_by`,
    groupBy: sql<ViewGroup | null>`group_by`,
    layout: sql<ViewLayout>`layout`,
    createdAt: time(sql`created_at`),
    updatedAt: time(sql`updated_at`),
  });

/** A saved view, as its person sees it. */
export type ViewRow = RowOf<ReturnType<typeof viewRows>>;

/** With null for each filter that is not there, as both transports answer it. */
const whole = ({ filter, ...view }: ViewRow): ViewRow => ({
  ...view,
  filter: Object.fromEntries(VIEW_FILTERS.map((name) => [name, filter[name] ?? null])),
});

/** The viewer's saved views, the oldest first. */
export async function readViews(ctx: Context): Promise<ViewRow[]> {
  const { userId } = requireViewer(ctx);
  const rest = sql`from saved_view where user_id = ${userId} order by created_at, id`;
  return (await viewRows(ctx).read(ctx.em, rest)).map(whole);
}

/** One of the viewer's views; NOT_FOUND when it is absent or foreign. */
export async function readView(ctx: Context, id: string): Promise<ViewRow> {
  const view = (await readViews(ctx)).find((each) => each.id === id);
  if (!view) throw notFound('View');
  return view;
}
