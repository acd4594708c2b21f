import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { readLastVisit } from '../auth/visits.js';
import { type Context, requireViewer } from '../request/context.js';
import { toIso, type Moment } from '../platform/database/rows.js';
import { countFitting } from '../request/page.js';
import { countedProjects } from '../projects/project.reads.js';
import { HISTORY_FROM, HISTORY_LINES, HISTORY_SHOWN, IN_FORCE, type HistoryRow } from './history.reads.js';

/** Upper bound of the count, which bounds the work after a long absence. */
const COUNT_MAX = 1_000;
/** How many of the latest change sets are returned. */
const LATEST = 5;
/** Their lines: as many as one bulk change has, so that its tasks can be counted. */
const LATEST_LINES = LIMITS.bulkMax;

export interface SinceLastVisit {
  at: Moment | null;
  count: number;
  people: number;
  latest: HistoryRow[];
}

/** True if the line undoes a change that the viewer saw at the last visit. Such an undo is shown, as the change was. */
const undoesEarlier = (at: Date): RawBuilder<unknown> => sql`
  (c.undo_of is not null and not c.undone and exists (
    select 1 from change undone
    where undone.project_id = c.project_id and undone.revision = any(c.undo_of) and undone.n = 0 and undone.at <= ${at}))`;

export async function readSinceLastVisit(ctx: Context): Promise<SinceLastVisit> {
  const viewer = requireViewer(ctx);
  const at = await readLastVisit(ctx, viewer.userId);
  if (at === null) return { at: null, count: 0, people: 0, latest: [] };
  const lines = sql`(${countedProjects(viewer)}) mine cross join lateral (
    select c.project_id, c.revision, c.n, c.at, c.actor_id from change c
    where c.project_id = mine.project_id and c.because is null and c.at > ${at} and c.actor_id <> ${viewer.userId}
      and ${HISTORY_SHOWN} and (${IN_FORCE} or ${undoesEarlier(at)})
    order by c.at desc limit ${COUNT_MAX}) line`;
  const db = ctx.em.getKysely();
  const { rows } = await sql<{ count: number; people: number }>`
    select count(*)::int as count, count(distinct actor_id)::int as people
    from (select line.actor_id from ${lines} limit ${COUNT_MAX}) line`.execute(db);
  const { count = 0, people = 0 } = rows[0] ?? {};
  if (count === 0) return { at: at.toISOString(), count, people, latest: [] };
  const latest = await HISTORY_LINES.read(
    ctx.em,
    sql`from (select line.*, dense_rank() over (order by line.at desc, line.project_id, line.revision desc) as place from ${lines}
        order by line.at desc, line.project_id, line.revision desc, line.n desc limit ${LATEST_LINES}) line
      join (${HISTORY_FROM}) on c.project_id = line.project_id and c.revision = line.revision and c.n = line.n
      where line.place <= ${LATEST}
      order by line.at desc, line.project_id, line.revision desc, line.n desc`,
  );
  return { at: toIso(at), count, people, latest: latest.slice(0, countFitting(latest, latest.length)) };
}
