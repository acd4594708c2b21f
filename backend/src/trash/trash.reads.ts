import { type RawBuilder, sql } from 'kysely';
import type { TrashKind } from '../../contract/enums.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { restorableSince } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { partsOf } from '../kernel/kinds.js';
import { type Order, type Page, type PageArgs, readPage } from '../kernel/page.js';
import { isTheirs, type Reach } from '../kernel/program.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';

/** Something that can be restored, as the API shows one. */
export const TRASH = new Rows({
  id: sql<string>`e.id`,
  kind: sql<TrashKind>`e.kind`,
  title: sql<string>`e.title`,
  projectId: sql<string>`e.project_id`,
  deletedAt: time(sql`e.deleted_at`),
  deletedBy: sql<string | null>`e.deleted_by`,
  until: time(sql`e.deleted_at + ${sql.lit(`${TRASH_DAYS * 24} hours`)}::interval`),
});

/** The same, and whether the viewer may remove it for good, which lists tell. */
export type TrashRow = RowOf<typeof TRASH> & { viewerCanPurge?: boolean };

/**
 * `mine`: the viewer's projects, of those that are deleted the ones they own: whoever cannot take a project back is not told
 * of it any more.
 */
const projectsOf = (viewer: Reach): RawBuilder<unknown> => sql`(
  select m.project_id, m.role, p.deleted_at is not null as is_deleted from project_member m
  join project p on p.id = m.project_id and (p.deleted_at is null or m.role = 'OWNER') where ${isTheirs(viewer)}) mine`;

/** `e`: what is deleted of such a project: it, or tasks of it. What went along with a project is no entry of its own. */
const ENTRIES = sql`(
  select t.id, 'TASK' as kind, t.title, t.project_id, t.deleted_at, t.deleted_by from task t
  where t.project_id = mine.project_id and not mine.is_deleted and t.deleted_at is not null
  union all
  select p.id, 'PROJECT', p.name, p.id, p.deleted_at, p.deleted_by from project p
  where p.id = mine.project_id and mine.is_deleted and p.purged_at is null) e`;

/**
 * Did this person create the task, and no one else change it, its comments or its checklist, in whatever project it was? What
 * follows from another act (a member left, the places of a column were renumbered) is no change of theirs. Where the log does
 * not begin with its creation, as a project that it was in has been purged, it is not known: no.
 */
export function isTheirsAlone(
  { em }: Pick<Context, 'em'>,
  userId: string,
  taskId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const parts = partsOf(em, 'task').map(({ table, ownerId }) => sql`select id from ${table} where ${ownerId} = t.id`);
  const ids = sql.join([sql`select t.id`, ...parts], sql` union all `);
  return sql<boolean>`exists (
    select 1 from task t where t.id = ${taskId} and t.creator_id = ${userId}
      and exists (select 1 from change c
        where c.entity_id = t.id and c.entity = 'task' and c.action = 'created' and not c.fields ? 'projectId')
      and not exists (select 1 from change c
        where c.entity_id = any(array(${ids})) and c.actor_id <> ${userId} and c.because is null))`;
}

/** As a list reads them. */
const LISTED = TRASH.with({ isOwners: sql<boolean>`mine.role = 'OWNER'` });

const NEWEST: Order = {
  name: 'DELETED_DESC',
  by: sql`e.deleted_at`,
  type: 'timestamptz',
  id: sql`e.id`,
  descending: true,
};

/** What the viewer may restore, last deleted first. */
export function readTrash(ctx: Context, args: PageArgs): Promise<Page<TrashRow>> {
  const viewer = requireViewer(ctx);
  return readPage<TrashRow>(
    ctx,
    {
      rows: LISTED,
      ofPage: {
        columns: sql`(row."isOwners" or ${isTheirsAlone(ctx, viewer.userId, sql`row.id`)}) as "viewerCanPurge"`,
        toRow: (raw) => ({ ...TRASH.toRow(raw), viewerCanPurge: (raw as TrashRow).viewerCanPurge === true }),
      },
      parts: projectsOf(viewer),
      from: ENTRIES,
      where: sql`e.deleted_at > ${restorableSince(ctx.resources.now())}`,
      order: NEWEST,
    },
    args,
  );
}

/** What the viewer may see in the trash by its id; null where there is none. */
export async function findTrashed(ctx: Context, id: string): Promise<Pick<TrashRow, 'kind' | 'projectId'> | null> {
  const [row] = await TRASH.pick('kind', 'projectId').read(
    ctx.em,
    sql`from ${projectsOf(requireViewer(ctx))} cross join lateral ${ENTRIES}
      where e.id = ${id} and e.deleted_at > ${restorableSince(ctx.resources.now())}`,
  );
  return row ?? null;
}
