import { type RawBuilder, sql } from 'kysely';
import { preferencesOf } from '../auth/preferences.reads.js';
import { deviceWords } from '../auth/deviceWords.js';
import { readTwoFactor } from '../auth/twoFactor.reads.js';
import { CHECKLIST_ITEMS, type ChecklistItemRow } from '../checklist/checklist.reads.js';
import { COMMENTS } from '../comments/comment.reads.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { isoOf, type RowOf, Rows, time } from '../kernel/rows.js';
import { historyInWords } from '../live/history.presenter.js';
import { HISTORY_FROM, HISTORY_SHOWN } from '../live/history.reads.js';
import type { OwnNotificationRow } from '../notifications/notification.reads.js';
import { readViews } from '../tasks/view.reads.js';
import { MEMBERS } from '../projects/member.reads.js';
import { PROJECTS, type ProjectRow, visibleProjects } from '../projects/project.reads.js';
import { TASKS } from '../tasks/task.reads.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { ArchiveFile } from './archive.js';
import { csvLine } from './csv.js';
import { PRESENT_HISTORY_LINES, PRESENT_NOTIFICATIONS } from './deleted.js';
import { jsonList, jsonObject, PAGE, pagesOf } from './pages.js';

/*
 * What is in a download. Each statement asks anew what the person may see, so a project that is left meanwhile is in it as
 * far as it was read before. Each row is as it was at one moment, and in a list once.
 */

/** Told how many rows have been read. */
export type OnRows = (count: number) => void;

const fullName = (alias: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

const TASK_LINES = TASKS.with({
  projectName: sql<string>`p.name`,
  creatorName: fullName('creator'),
  assigneeName: sql<string | null>`assignee.first_name || ' ' || assignee.last_name`,
});
type TaskLine = RowOf<typeof TASK_LINES>;

const COMMENT_LINES = COMMENTS.with({ authorName: fullName('author') });
type CommentLine = RowOf<typeof COMMENT_LINES>;

const MEMBER_LINES = MEMBERS.with({ name: fullName('a'), username: sql<string>`a.username` });
type MemberLine = RowOf<typeof MEMBER_LINES>;

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

/** `project p` as long as it is one of the person's. */
const isTheirs = (userId: string, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} in (${visibleProjects({ userId })})`;

/** The person's projects, oldest first. */
function projectPages(ctx: Context): AsyncGenerator<ProjectRow[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<ProjectRow>((after) =>
    PROJECTS.read(
      ctx.em,
      sql`
      from project p join project_member m on m.project_id = p.id and m.user_id = ${userId}
      where p.deleted_at is null ${after ? sql`and (p.created_at, p.id) > (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by p.created_at, p.id limit ${PAGE}`,
    ),
  );
}

/** What is in the person's projects, one after another. */
async function* ofProjects<Row>(
  ctx: Context,
  pages: (projectId: string) => AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const projects of projectPages(ctx)) for (const { id } of projects) yield* pages(id);
}

/** The tasks of a project, oldest first. */
function taskPages(ctx: Context, projectId: string): AsyncGenerator<TaskLine[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<TaskLine>((after) =>
    TASK_LINES.read(
      ctx.em,
      sql`
      from task t join project p on p.id = t.project_id join account creator on creator.id = t.creator_id
        left join account assignee on assignee.id = t.assignee_id
      where t.project_id = ${projectId} and t.deleted_at is null and ${isTheirs(userId, sql`p.id`)}
        ${after ? sql`and (t.created_at, t.id) > (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by t.created_at, t.id limit ${PAGE}`,
    ),
  );
}

/** The checklists of the tasks of a project: of so many tasks at once as a page has. */
async function* checklistPages(ctx: Context, projectId: string): AsyncGenerator<ChecklistItemRow[]> {
  const { userId } = requireViewer(ctx);
  for await (const tasks of taskPages(ctx, projectId)) {
    const ids = tasks.map(({ id }) => id);
    yield* pagesOf<ChecklistItemRow>((after) =>
      CHECKLIST_ITEMS.read(
        ctx.em,
        sql`
        from checklist_item i
        where i.task_id = any(${ids}::uuid[]) and i.deleted_at is null and ${isTheirs(userId, sql`i.project_id`)}
          ${after ? sql`and (i.task_id, i.rank, i.id) > (${after.taskId}::uuid, ${after.rank}, ${after.id}::uuid)` : sql``}
        order by i.task_id, i.rank, i.id limit ${PAGE}`,
      ),
    );
  }
}

/** What is said about the tasks of a project: of so many tasks at once as a page has. */
async function* commentPages(ctx: Context, projectId: string): AsyncGenerator<CommentLine[]> {
  const { userId } = requireViewer(ctx);
  for await (const tasks of taskPages(ctx, projectId)) {
    const ids = tasks.map(({ id }) => id);
    yield* pagesOf<CommentLine>((after) =>
      COMMENT_LINES.read(
        ctx.em,
        sql`
        from comment c join account author on author.id = c.author_id
        where c.task_id = any(${ids}::uuid[]) and c.deleted_at is null and ${isTheirs(userId, sql`c.project_id`)}
          ${after ? sql`and (c.task_id, c.created_at, c.id) > (${after.taskId}::uuid, ${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by c.task_id, c.created_at, c.id limit ${PAGE}`,
      ),
    );
  }
}

/** Who belongs to a project; of others no e-mail address, as everywhere. */
function memberPages(ctx: Context, projectId: string): AsyncGenerator<MemberLine[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<MemberLine>((after) =>
    MEMBER_LINES.read(
      ctx.em,
      sql`
      from project_member m join account a on a.id = m.user_id
      where m.project_id = ${projectId} and ${isTheirs(userId, sql`m.project_id`)}
        ${after ? sql`and m.user_id > ${after.userId}` : sql``}
      order by m.user_id limit ${PAGE}`,
    ),
  );
}

/** What happened in a project, oldest first. */
async function* historyPages(ctx: Context, projectId: string): AsyncGenerator<object[]> {
  const { userId } = requireViewer(ctx);
  const pages = pagesOf<ActLine>((after) =>
    ACT_LINES.read(
      ctx.em,
      sql`
      from ${HISTORY_FROM} left join account actor on actor.id = c.actor_id
      where c.project_id = ${projectId} and ${HISTORY_SHOWN} and ${isTheirs(userId, sql`c.project_id`)}
        ${after ? sql`and (c.revision, c.n) > (${after.revision}::int, ${after.n}::int)` : sql``}
      order by c.revision, c.n limit ${PAGE}`,
    ),
  );
  for await (const acts of pages) yield acts.map(historyInWords);
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

/** Every sign-in that is remembered; what it is proven by is kept as nothing that could be told. */
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
    yield sessions.map(({ id, ...session }) => ({ id, device: deviceWords(session.userAgent), ...session }));
  }
}

async function readAccount(ctx: Context): Promise<object> {
  const { userId } = requireViewer(ctx);
  const user = await userLoader(ctx).load(userId);
  if (!user) throw notFound('Account');
  const preferences = (await preferencesOf(ctx.em, [userId])).get(userId);
  return { ...presentTo(ctx, user), ...(await readTwoFactor(ctx, userId)), preferences };
}

/** About how many rows the lists have together, to tell how far one is. */
export async function countRows(ctx: Context): Promise<number> {
  const { userId } = requireViewer(ctx);
  const theirs = sql`project_id in (${visibleProjects({ userId })})`;
  const { rows } = await sql<{ total: string }>`
    select (select count(*) from task where ${theirs} and deleted_at is null) * 3
      + (select count(*) from checklist_item where ${theirs} and deleted_at is null)
      + (select count(*) from comment where ${theirs} and deleted_at is null)
      + (select count(*) from change where ${theirs})
      + (select count(*) from notification where user_id = ${userId}) as total`.execute(ctx.em.getKysely());
  return Number(rows[0]?.total ?? 0);
}

/** The columns of the table of tasks, in order, with their headings: every field of a task, or it does not compile. */
const CSV_COLUMNS: Readonly<Record<keyof TaskLine, string>> = {
  id: 'id',
  projectName: 'project',
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due date',
  tags: 'tags',
  creatorName: 'creator',
  assigneeName: 'assignee',
  createdAt: 'created',
  updatedAt: 'updated',
  completedAt: 'completed',
  projectId: 'project id',
  creatorId: 'creator id',
  assigneeId: 'assignee id',
  rank: 'rank',
  version: 'version',
};

function csvText(value: TaskLine[keyof TaskLine]): string {
  if (value instanceof Date) return isoOf(value);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

const csvOf = (task: TaskLine): string =>
  csvLine((Object.keys(CSV_COLUMNS) as (keyof TaskLine)[]).map((name) => csvText(task[name])));

const readme = (brand: string, begun: Date): string => `${brand}: your data

Asked for and begun at ${begun.toISOString()}. In it is what you could see while it was made, which may take some minutes:
each object as it was at one moment of them. What was made, changed or deleted meanwhile may be in one file and not in
another; of a project that you left meanwhile, what had been read by then.

account.json        you: profile, preferences, whether a second factor is on
sessions.json       where you have signed in
notifications.json  what you were told
views.json          the views of tasks that you have saved
projects.json       your projects, with your role
members.json        who belongs to them
tasks.json          their tasks
tasks.csv           the same as a table, by RFC 4180 in UTF-8. A cell that a spreadsheet would run as a formula begins
                    with an apostrophe, which is not part of the text
checklists.json     what is to be done within them
comments.json       what was said about the tasks
history.json        what happened in the projects, as far as it is remembered

Times are in UTC. What you have deleted is not in it, nor are passwords, codes and the keys of sign-ins.
`;

/** All files of a download, in their order. */
export function contentsFor(ctx: Context, begun: Date, onRows: OnRows): ArchiveFile[] {
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
    jsonList('projects.json', () => projectPages(ctx)),
    jsonList('members.json', () => ofProjects(ctx, (id) => memberPages(ctx, id))),
    list('tasks.json', () => ofProjects(ctx, (id) => taskPages(ctx, id))),
    {
      name: 'tasks.csv',
      text: async function* () {
        yield csvLine(Object.values(CSV_COLUMNS));
        for await (const tasks of counted(ofProjects(ctx, (id) => taskPages(ctx, id)))) yield tasks.map(csvOf).join('');
      },
    },
    list('checklists.json', () => ofProjects(ctx, (id) => checklistPages(ctx, id))),
    list('comments.json', () => ofProjects(ctx, (id) => commentPages(ctx, id))),
    list('history.json', () => ofProjects(ctx, (id) => historyPages(ctx, id))),
  ];
}
