import { sql } from 'kysely';
import { NIL } from 'uuid';
import { isoText } from '../platform/database/isoText.js';
import { countFitting } from '../request/page.js';
import { loadTexts } from '../write/longText.js';
import { loadPreferences } from '../auth/preferences.reads.js';
import { describeDevice } from '../auth/describeDevice.js';
import { readIdentities } from '../auth/identity.reads.js';
import { readOwnAccount } from '../auth/ownAccount.reads.js';
import { readTwoFactor } from '../auth/twoFactor.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { toApiHistory } from '../history/history.presenter.js';
import { HISTORY_FROM, HISTORY_SHOWN } from '../history/history.reads.js';
import type { OwnNotificationRow } from '../notifications/notification.reads.js';
import { readViews } from '../views/view.reads.js';
import { visibleProjects } from '../projects/project.reads.js';
import { presentUser } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { ArchiveFile } from './archive.js';
import { PRESENT_HISTORY_LINES, PRESENT_NOTIFICATIONS } from './deleted.js';
import { isMember, KINDS, pagesOfProjects } from './objects.js';
import { jsonList, jsonObject, PAGE, pagesOf } from './pages.js';

/*
 * The contents of a download. Each statement checks access again, so if the person leaves a project meanwhile, the download
 * has only what was read before. Each row appears once.
 */

/** Called with the number of rows read. */
export type OnRowsRead = (count: number) => void;

const ACT_LINES = PRESENT_HISTORY_LINES.with({
  actorName: sql<string | null>`actor.first_name || ' ' || actor.last_name`,
});
type ActLine = RowOf<typeof ACT_LINES>;

const SESSION_LINES = new Rows({
  id: sql<string>`s.id`,
  userAgent: sql<string>`s.user_agent`,
  address: sql<string>`s.address`,
  createdAt: time(sql`s.created_at`),
  lastSeenAt: time(sql`s.last_seen_at`),
  expiresAt: time(sql`s.expires_at`),
  endedAt: time<Date | null>(sql`s.revoked_at`),
});
type SessionLine = RowOf<typeof SESSION_LINES>;

/** Pages of a project's history, oldest first. */
async function* historyPages(ctx: Context, projectId: string): AsyncGenerator<object[]> {
  const { userId } = requireViewer(ctx);
  const pages = pagesOf<ActLine>((after) =>
    ACT_LINES.read(
      ctx.em,
      sql`
      from ${HISTORY_FROM} left join account actor on actor.id = c.actor_id
      where c.project_id = ${projectId} and ${HISTORY_SHOWN} and ${isMember(userId, sql`c.project_id`)}
        ${after ? sql`and (c.revision, c.n) > (${after.revision}::int, ${after.n}::int)` : sql``}
      order by c.revision, c.n limit ${PAGE}`,
    ),
  );
  for await (const acts of pages) {
    // Few at a time, because their texts can be long.
    for (let left = acts; left.length > 0;) {
      const some = left.slice(0, countFitting(left, left.length));
      const fields = await loadTexts(ctx.em, some);
      yield some.map((act, at) => ({ ...toApiHistory(act), fields: fields[at] }));
      left = left.slice(some.length);
    }
  }
}

function notificationPages(ctx: Context): AsyncGenerator<OwnNotificationRow[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<OwnNotificationRow>((after) =>
    PRESENT_NOTIFICATIONS.read(
      ctx.em,
      sql`
      from notification n where n.user_id = ${userId}
        ${after ? sql`and (n.created_at, n.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by n.created_at desc, n.id desc limit ${PAGE}`,
    ),
  );
}

async function* sessionPages(ctx: Context): AsyncGenerator<object[]> {
  const { userId } = requireViewer(ctx);
  const pages = pagesOf<SessionLine>((after) =>
    SESSION_LINES.read(
      ctx.em,
      sql`
      from session s where s.user_id = ${userId} ${after ? sql`and s.id > ${after.id}` : sql``} order by s.id limit ${PAGE}`,
    ),
  );
  for await (const sessions of pages) {
    yield sessions.map(({ id, ...session }) => ({ id, device: describeDevice(session.userAgent), ...session }));
  }
}

interface WatchLine {
  taskId: string | null;
  projectId: string | null;
  watches: boolean;
  at: string;
}

/** Yields the tasks and then the projects that the person watches or has muted. */
async function* watchPages(ctx: Context): AsyncGenerator<WatchLine[]> {
  const { userId } = requireViewer(ctx);
  const linesAfter = (after: WatchLine | null) => sql<WatchLine>`
    select task_id as "taskId", null as "projectId", watches, ${sql.raw(isoText('at'))} as at from task_watch
    where user_id = ${userId} and task_id > ${after?.taskId ?? NIL} order by task_id limit ${PAGE}`;
  yield* pagesOf<WatchLine>(async (after) => (await linesAfter(after).execute(ctx.em.getKysely())).rows);
  const { rows } = await sql<WatchLine>`
    select null as "taskId", project_id as "projectId", false as watches, ${sql.raw(isoText('at'))} as at from project_mute
    where user_id = ${userId} order by project_id`.execute(ctx.em.getKysely());
  yield rows;
}

async function readAccount(ctx: Context): Promise<object> {
  const { userId } = requireViewer(ctx);
  const user = await userLoader(ctx).load(userId);
  if (!user) throw notFound('Account');
  const preferences = (await loadPreferences(ctx.em, [userId])).get(userId);
  return {
    ...presentUser(ctx, user),
    ...(await readOwnAccount(ctx, userId)),
    ...(await readTwoFactor(ctx, userId)),
    identities: await readIdentities(ctx, ctx.em, userId),
    preferences,
  };
}

/** Returns the approximate number of rows in all lists, for the progress. */
export async function countRows(ctx: Context): Promise<number> {
  const { userId } = requireViewer(ctx);
  const theirs = sql`project_id in (${visibleProjects({ userId })})`;
  const objects = Object.entries(KINDS).flatMap(([kind, { reads }]) =>
    reads > 0
      ? [sql`(select count(*) from ${sql.table(kind)} where ${theirs} and deleted_at is null) * ${sql.lit(reads)}`]
      : [],
  );
  const { rows } = await sql<{ total: string }>`
    select ${sql.join(objects, sql` + `)}
      + (select count(*) from change where ${theirs})
      + (select count(*) from notification where user_id = ${userId}) as total`.execute(ctx.em.getKysely());
  return Number(rows[0]?.total ?? 0);
}

const readme = (brand: string, begun: Date): string => `${brand}: your data

Started at ${begun.toISOString()}. It contains everything you could see while it was created, which can take some minutes.
Objects that were created, changed or deleted during that time can be in one file and not in another. If you left a project
during that time, only a part of it is included.

account.json        your profile, your preferences, your linked accounts, and whether two-factor authentication is on
sessions.json       your sessions
notifications.json  your notifications
views.json          your saved views
watching.json       the tasks that you watch or have muted, and the projects that you have muted
${Object.values(KINDS)
  .map(({ readme: lines }) => lines)
  .join('\n')}
history.json        the history of the projects

The contents of the files are in a second archive, “Download with files”, which has this one in it, as data.zip. Both can be imported
again, project by project: the second one with the files.

Times are in UTC. Deleted objects, passwords, codes and session keys are not included.
`;

/** Returns the files of a download in order. */
export function contentsFor(ctx: Context, begun: Date, onRows: OnRowsRead): ArchiveFile[] {
  const counted = async function* <Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    for await (const rows of pages) {
      onRows(rows.length);
      yield rows;
    }
  };
  const list = <Row>(name: string, pages: () => AsyncIterable<Row[]>) => jsonList(name, () => counted(pages()));
  return [
    {
      name: 'README.txt',
      text: async function* () {
        yield readme(ctx.resources.env.brandName, begun);
      },
    },
    jsonObject('account.json', () => readAccount(ctx)),
    jsonList('sessions.json', () => sessionPages(ctx)),
    list('notifications.json', () => notificationPages(ctx)),
    jsonList('views.json', async function* () {
      yield await readViews(ctx);
    }),
    jsonList('watching.json', () => watchPages(ctx)),
    ...Object.values(KINDS).flatMap(({ files }) => files(ctx, counted)),
    list('history.json', () => pagesOfProjects(ctx, (id) => historyPages(ctx, id))),
  ];
}
