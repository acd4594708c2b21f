import { type RawBuilder, sql } from 'kysely';
import type { TrashKind } from '../../contract/enums.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { restorableSince } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { partsOf } from '../write/kinds.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import { isInScope, type AccessScope } from '../request/program.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';

export const TRASH = new Rows({
  id: sql<string>`e.id`,
  kind: sql<TrashKind>`e.kind`,
  title: sql<string>`e.title`,
  projectId: sql<string>`e.project_id`,
  deletedAt: time(sql`e.deleted_at`),
  deletedBy: sql<string | null>`e.deleted_by`,
  until: time(sql`e.deleted_at + ${sql.lit(`${TRASH_DAYS * 24} hours`)}::interval`),
});

/** `viewerCanPurge` is only read by lists. */
export type TrashRow = RowOf<typeof TRASH> & { viewerCanPurge?: boolean };

/** `mine`: the viewer's projects, deleted ones only if they own them, as other members cannot restore them. */
const selectProjects = (viewer: AccessScope): RawBuilder<unknown> => sql`(
  select m.project_id, m.role, p.deleted_at is not null as is_deleted from project_member m
  join project p on p.id = m.project_id and (p.deleted_at is null or m.role = 'OWNER') where ${isInScope(viewer)}) mine`;

/** `e`: the deleted project, or the deleted tasks of a project that is not deleted. */
const ENTRIES = sql`(
  select t.id, 'TASK' as kind, t.title, t.project_id, t.deleted_at, t.deleted_by from task t
  where t.project_id = mine.project_id and not mine.is_deleted and t.deleted_at is not null
  union all
  select p.id, 'PROJECT', p.name, p.id, p.deleted_at, p.deleted_by from project p
  where p.id = mine.project_id and mine.is_deleted and p.purged_at is null) e`;

/**
 * True if the person created the task and no other person changed it or its parts, in any project.
 * Consequences of other changes (a member left, ranks were renumbered) do not count. False if the log no longer has the
 * creation because a project that the task was in was purged.
 */
export function selectIsSoleAuthor(
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

const LISTED = TRASH.with({
  isOwners: sql<boolean>`mine.role = 'OWNER'`,
  isMembers: sql<boolean>`mine.role = 'MEMBER'`,
});

const NEWEST = descending('DELETED_DESC', 'timestamptz', sql`e.deleted_at`, sql`e.id`);

/** Returns the objects that the viewer may restore, last deleted first. */
export function readTrash(ctx: Context, args: PageArgs): Promise<Page<TrashRow>> {
  const viewer = requireViewer(ctx);
  return readPage<TrashRow>(
    ctx,
    {
      rows: LISTED,
      ofPage: {
        columns: sql`(row."isOwners" or row."isMembers" and ${selectIsSoleAuthor(ctx, viewer.userId, sql`row.id`)}) as "viewerCanPurge"`,
        toRow: (raw) => ({ ...TRASH.toRow(raw), viewerCanPurge: (raw as TrashRow).viewerCanPurge === true }),
      },
      parts: selectProjects(viewer),
      from: ENTRIES,
      where: sql`e.deleted_at > ${restorableSince(ctx.resources.now())}`,
      order: NEWEST,
    },
    args,
  );
}

/** Returns an entry of the viewer's trash; null if there is none. */
export async function findTrashEntry(ctx: Context, id: string): Promise<Pick<TrashRow, 'kind' | 'projectId'> | null> {
  const [row] = await TRASH.pick('kind', 'projectId').read(
    ctx.em,
    sql`from ${selectProjects(requireViewer(ctx))} cross join lateral ${ENTRIES}
      where e.id = ${id} and e.deleted_at > ${restorableSince(ctx.resources.now())}`,
  );
  return row ?? null;
}
