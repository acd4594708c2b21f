import { sql } from 'kysely';
import { type ActivityInput, activitySchema } from '../../contract/figures.js';
import { ME } from '../../contract/taskList.js';
import { type Context, requireViewer } from '../request/context.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import { parse } from '../platform/lib/parse.js';
import { countedProjects, readProject } from '../projects/project.reads.js';
import { HISTORY_FROM, HISTORY_LINES, HISTORY_SHOWN, IN_FORCE, type HistoryRow } from './history.reads.js';

/** The `id` orders lines of the same time: the log's key as one text, in the same order. */
const LINES = HISTORY_LINES.with({
  id: sql<string>`c.project_id || lpad(c.revision::text, 10, '0') || lpad(c.n::text, 10, '0')`,
});

const NEWEST = descending(
  'AT_DESC',
  'timestamptz',
  sql`c.at`,
  sql`(c.project_id || lpad(c.revision::text, 10, '0') || lpad(c.n::text, 10, '0'))`,
  { idType: 'text' },
);

/**
 * Returns the activity in one or all of the viewer's projects, newest first, without consequences of other changes and
 * without undone changes. Reads no more rows of a project than a page needs.
 */
export async function readAllActivity(ctx: Context, raw: unknown, args: PageArgs): Promise<Page<HistoryRow>> {
  const viewer = requireViewer(ctx);
  const { actorId, projectId, from, to }: ActivityInput = parse(activitySchema, raw);
  if (projectId) await readProject(ctx, projectId);
  const conditions = [
    sql`c.project_id = mine.project_id and c.because is null and ${HISTORY_SHOWN} and ${IN_FORCE}`,
    ...(actorId ? [sql`c.actor_id = ${actorId === ME ? viewer.userId : actorId}`] : []),
    ...(from ? [sql`c.at >= ${from}`] : []),
    ...(to ? [sql`c.at < ${to}`] : []),
  ];
  const projects = projectId ? sql`select ${projectId}::uuid as project_id` : countedProjects(viewer);
  return readPage<HistoryRow>(
    ctx,
    {
      rows: LINES,
      parts: sql`(${projects}) mine`,
      from: HISTORY_FROM,
      where: sql.join(conditions, sql` and `),
      order: NEWEST,
    },
    args,
  );
}
