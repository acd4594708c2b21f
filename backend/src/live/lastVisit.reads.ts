import { sql } from 'kysely';
import { readLastVisit } from '../auth/visits.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { isoOf, type Moment } from '../kernel/rows.js';
import { activeProjects } from '../projects/project.reads.js';
import { HISTORY_FROM, HISTORY_LINES, HISTORY_SHOWN, type HistoryRow } from './history.reads.js';

/** So many are counted; who was away for long gets no better number than this. */
const COUNTED = 1_000;
/** So many are told. */
const TOLD = 5;

/** What others did since somebody was here before. */
export interface SinceLastVisit {
  at: Moment | null;
  count: number;
  people: number;
  latest: HistoryRow[];
}

/**
 * What others did in the viewer's projects since their last visit. Of each project no more is read than is counted, by an index
 * over when.
 */
export async function sinceLastVisit(ctx: Context): Promise<SinceLastVisit> {
  const viewer = requireViewer(ctx);
  const at = await readLastVisit(ctx, viewer.userId);
  if (at === null) return { at: null, count: 0, people: 0, latest: [] };
  const lines = sql`(${activeProjects(viewer)}) mine cross join lateral (
    select c.project_id, c.revision, c.n, c.at, c.actor_id from change c
    where c.project_id = mine.project_id and c.because is null and c.at > ${at} and c.actor_id <> ${viewer.userId}
      and ${HISTORY_SHOWN}
    order by c.at desc limit ${COUNTED}) line`;
  const db = ctx.em.getKysely();
  const { rows } = await sql<{ count: number; people: number }>`
    select count(*)::int as count, count(distinct actor_id)::int as people
    from (select line.actor_id from ${lines} limit ${COUNTED}) line`.execute(db);
  const { count = 0, people = 0 } = rows[0] ?? {};
  if (count === 0) return { at: at.toISOString(), count, people, latest: [] };
  const latest = await HISTORY_LINES.read(
    ctx.em,
    sql`from (select line.* from ${lines} order by line.at desc, line.project_id, line.revision desc, line.n desc limit ${TOLD}) line
      join (${HISTORY_FROM}) on c.project_id = line.project_id and c.revision = line.revision and c.n = line.n
      order by line.at desc, line.project_id, line.revision desc, line.n desc`,
  );
  return { at: isoOf(at), count, people, latest };
}
