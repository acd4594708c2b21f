import { type RawBuilder, sql } from 'kysely';
import type { Repeat } from '../../contract/repeat.js';
import { type AttachmentRow, ATTACHMENTS } from '../attachments/attachment.reads.js';
import { CHECKLIST_ITEMS, type ChecklistItemRow } from '../checklist/checklist.reads.js';
import { readColumns } from '../columns/column.reads.js';
import { type ColumnFields, columnNameSql } from '../columns/homeColumns.js';
import { COMMENTS } from '../comments/comment.reads.js';
import type { KindName } from '../write/changeLog.js';
import { type Context, requireViewer } from '../request/context.js';
import { toIso, type RowOf } from '../platform/database/rows.js';
import { MEMBERS } from '../projects/member.reads.js';
import { PROJECTS, visibleProjects } from '../projects/project.reads.js';
import { KEY_FIELDS, TASKS } from '../tasks/task.reads.js';
import { type RelationRow, RELATIONS } from '../relations/relation.reads.js';
import type { ArchiveFile } from './archive.js';
import { csvLine } from './csv.js';
import { jsonList, PAGE, pagesOf } from './pages.js';

/*
 * The objects of projects in a download. Each statement checks access again, so if the person leaves a project meanwhile, the
 * download has only what was read before.
 */

const fullName = (alias: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

const PROJECT_LINES = PROJECTS.with({ tagColors: sql<Readonly<Record<string, string>>>`p.tag_colors` });
type ProjectLine = RowOf<typeof PROJECT_LINES>;

const TASK_LINES = TASKS.with({
  ...KEY_FIELDS,
  projectName: sql<string>`p.name`,
  columnName: sql.raw<string>(columnNameSql('t')),
  creatorName: fullName('creator'),
  assigneeName: sql<string | null>`assignee.first_name || ' ' || assignee.last_name`,
});
type TaskLine = RowOf<typeof TASK_LINES>;

const COMMENT_LINES = COMMENTS.with({ authorName: fullName('author') });
type CommentLine = RowOf<typeof COMMENT_LINES>;

const MEMBER_LINES = MEMBERS.with({ name: fullName('a'), username: sql<string>`a.username` });
type MemberLine = RowOf<typeof MEMBER_LINES>;

/** SQL condition: the person is a member of `project p`. */
export const isMember = (userId: string, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} in (${visibleProjects({ userId })})`;

/** The person's projects, oldest first. */
function projectPages(ctx: Context): AsyncGenerator<ProjectLine[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<ProjectLine>((after) =>
    PROJECT_LINES.read(
      ctx.em,
      sql`
      from project p join project_member m on m.project_id = p.id and m.user_id = ${userId}
      where p.deleted_at is null ${after ? sql`and (p.created_at, p.id) > (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by p.created_at, p.id limit ${PAGE}`,
    ),
  );
}

export async function* pagesOfProjects<Row>(
  ctx: Context,
  pages: (projectId: string) => AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const projects of projectPages(ctx)) for (const { id } of projects) yield* pages(id);
}

/** The columns of each project, in order. */
async function* columnPages(ctx: Context): AsyncGenerator<ColumnFields[]> {
  for await (const projects of projectPages(ctx)) for (const { id } of projects) yield await readColumns(ctx, id);
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
        left join task_number n on n.task_id = t.id and n.project_id = t.project_id
      where t.project_id = ${projectId} and t.deleted_at is null and ${isMember(userId, sql`p.id`)}
        ${after ? sql`and (t.created_at, t.id) > (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by t.created_at, t.id limit ${PAGE}`,
    ),
  );
}

/** Yields the checklist items of a project, for one page of tasks at a time. */
async function* checklistPages(ctx: Context, projectId: string): AsyncGenerator<ChecklistItemRow[]> {
  const { userId } = requireViewer(ctx);
  for await (const tasks of taskPages(ctx, projectId)) {
    const ids = tasks.map(({ id }) => id);
    yield* pagesOf<ChecklistItemRow>((after) =>
      CHECKLIST_ITEMS.read(
        ctx.em,
        sql`
        from checklist_item i
        where i.task_id = any(${ids}::uuid[]) and i.deleted_at is null and ${isMember(userId, sql`i.project_id`)}
          ${after ? sql`and (i.task_id, i.rank, i.id) > (${after.taskId}::uuid, ${after.rank}, ${after.id}::uuid)` : sql``}
        order by i.task_id, i.rank, i.id limit ${PAGE}`,
      ),
    );
  }
}

/** Yields the relations between the tasks of a project. */
function relationPages(ctx: Context, projectId: string): AsyncGenerator<RelationRow[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<RelationRow>((after) =>
    RELATIONS.read(
      ctx.em,
      sql`
      from task_relation r
        join task a on a.id = r.task_id and a.deleted_at is null join task b on b.id = r.other_id and b.deleted_at is null
      where r.project_id = ${projectId} and r.deleted_at is null and ${isMember(userId, sql`r.project_id`)}
        ${after ? sql`and r.id > ${after.id}` : sql``}
      order by r.id limit ${PAGE}`,
    ),
  );
}

/** Yields the descriptions of a project's files, without their contents. */
function attachmentPages(ctx: Context, projectId: string): AsyncGenerator<AttachmentRow[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<AttachmentRow>((after) =>
    ATTACHMENTS.read(
      ctx.em,
      sql`
      from attachment f join task t on t.id = f.task_id and t.deleted_at is null
      where f.project_id = ${projectId} and f.deleted_at is null and ${isMember(userId, sql`f.project_id`)}
        ${after ? sql`and f.id > ${after.id}` : sql``}
      order by f.id limit ${PAGE}`,
    ),
  );
}

/** Yields the comments of a project, for one page of tasks at a time. */
async function* commentPages(ctx: Context, projectId: string): AsyncGenerator<CommentLine[]> {
  const { userId } = requireViewer(ctx);
  for await (const tasks of taskPages(ctx, projectId)) {
    const ids = tasks.map(({ id }) => id);
    yield* pagesOf<CommentLine>((after) =>
      COMMENT_LINES.read(
        ctx.em,
        sql`
        from comment c join account author on author.id = c.author_id
        where c.task_id = any(${ids}::uuid[]) and c.deleted_at is null and ${isMember(userId, sql`c.project_id`)}
          ${after ? sql`and (c.task_id, c.created_at, c.id) > (${after.taskId}::uuid, ${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by c.task_id, c.created_at, c.id limit ${PAGE}`,
      ),
    );
  }
}

/** Yields the members of a project, without email addresses: only the owner of an address sees it. */
function memberPages(ctx: Context, projectId: string): AsyncGenerator<MemberLine[]> {
  const { userId } = requireViewer(ctx);
  return pagesOf<MemberLine>((after) =>
    MEMBER_LINES.read(
      ctx.em,
      sql`
      from project_member m join account a on a.id = m.user_id
      where m.project_id = ${projectId} and ${isMember(userId, sql`m.project_id`)}
        ${after ? sql`and m.user_id > ${after.userId}` : sql``}
      order by m.user_id limit ${PAGE}`,
    ),
  );
}

/** Columns of tasks.csv in order, with their headings. A missing field of a task does not compile. */
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
  key: 'key',
  number: 'number',
  // After the columns of earlier versions, which programs may read by their position.
  dueDay: 'due day',
  columnName: 'column',
  columnId: 'column id',
  startDate: 'start date',
  parentId: 'parent id',
  repeat: 'repeats',
  seriesId: 'series id',
  occurrence: 'occurrence',
};

const isRepeat = (value: TaskLine[keyof TaskLine]): value is Repeat =>
  typeof value === 'object' && value !== null && 'rule' in value;

function csvText(value: TaskLine[keyof TaskLine]): string {
  if (value instanceof Date) return toIso(value);
  if (isRepeat(value)) return value.rule;
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

const csvOf = (task: TaskLine): string =>
  csvLine((Object.keys(CSV_COLUMNS) as (keyof TaskLine)[]).map((name) => csvText(task[name])));

/** Passes pages through and counts their rows. */
type Counted = <Row>(pages: AsyncIterable<Row[]>) => AsyncIterable<Row[]>;

/** The rules of the download for a kind of object. */
interface KindExport {
  /** How often each row is read, for the progress; 0 if there are too few to count. */
  reads: number;
  /** Lines of the README. */
  readme: string;
  files: (ctx: Context, counted: Counted) => ArchiveFile[];
}

/** In the order of the files. */
export const KINDS: Readonly<Record<KindName, KindExport>> = {
  project: {
    reads: 0,
    readme: 'projects.json       your projects with your role',
    files: (ctx) => [jsonList('projects.json', () => projectPages(ctx))],
  },
  member: {
    reads: 0,
    readme: 'members.json        their members',
    files: (ctx) => [jsonList('members.json', () => pagesOfProjects(ctx, (id) => memberPages(ctx, id)))],
  },
  column: {
    reads: 0,
    readme: 'columns.json        the columns of their boards',
    files: (ctx) => [jsonList('columns.json', () => columnPages(ctx))],
  },
  task: {
    // Tasks are read once for each of the two files, and once for their parts.
    reads: 3,
    readme: `tasks.json          their tasks
tasks.csv           the same as a table, in UTF-8 (RFC 4180). A cell that a spreadsheet would run as a formula starts
                    with an apostrophe, which is not part of the text`,
    files: (ctx, counted) => [
      jsonList('tasks.json', () => counted(pagesOfProjects(ctx, (id) => taskPages(ctx, id)))),
      {
        name: 'tasks.csv',
        text: async function* () {
          yield csvLine(Object.values(CSV_COLUMNS));
          const pages = counted(pagesOfProjects(ctx, (id) => taskPages(ctx, id)));
          for await (const tasks of pages) yield tasks.map(csvOf).join('');
        },
      },
    ],
  },
  attachment: {
    reads: 1,
    readme: 'attachments.json    the files of the tasks: their names, types and sizes',
    files: (ctx, counted) => [
      jsonList('attachments.json', () => counted(pagesOfProjects(ctx, (id) => attachmentPages(ctx, id)))),
    ],
  },
  task_relation: {
    reads: 1,
    readme: 'relations.json      the relations between the tasks',
    files: (ctx, counted) => [
      jsonList('relations.json', () => counted(pagesOfProjects(ctx, (id) => relationPages(ctx, id)))),
    ],
  },
  checklist_item: {
    reads: 1,
    readme: 'checklists.json     the checklist items of the tasks',
    files: (ctx, counted) => [
      jsonList('checklists.json', () => counted(pagesOfProjects(ctx, (id) => checklistPages(ctx, id)))),
    ],
  },
  comment: {
    reads: 1,
    readme: 'comments.json       the comments on the tasks',
    files: (ctx, counted) => [
      jsonList('comments.json', () => counted(pagesOfProjects(ctx, (id) => commentPages(ctx, id)))),
    ],
  },
};
