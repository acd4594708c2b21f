import { type RawBuilder, sql } from 'kysely';
import { type Context, requireViewer } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { defineLoader, idsOf, keyIn } from '../kernel/loaders.js';
import { type NestedList, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';
import { visibleProjects } from '../projects/project.reads.js';
import type { TaskRow } from '../tasks/task.reads.js';

/** A comment as the API shows one; the entity has the same fields. */
export interface CommentRow {
  id: string;
  projectId: string;
  taskId: string;
  authorId: string;
  text: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

type Raw = Omit<CommentRow, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string };

const COLUMNS: RawBuilder<unknown> = sql`c.id, c.project_id as "projectId", c.task_id as "taskId",
  c.author_id as "authorId", c.text, c.version, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

const toCommentRow = (raw: Raw): CommentRow => ({
  id: raw.id,
  projectId: raw.projectId,
  taskId: raw.taskId,
  authorId: raw.authorId,
  text: raw.text,
  version: raw.version,
  createdAt: new Date(raw.createdAt),
  updatedAt: new Date(raw.updatedAt),
});

const OLDEST: Order = {
  name: 'OLDEST',
  by: sql`c.created_at`,
  type: 'timestamptz',
  id: sql`c.id`,
  descending: false,
};

const COMMENTS: NestedList = {
  key: 'comments',
  query: {
    select: COLUMNS,
    from: sql`comment c`,
    where: sql`c.task_id = parent.id and c.deleted_at is null`,
    order: OLDEST,
  },
};

/** The comments on a task that the caller has already found visible, oldest first. */
export const readComments = (
  ctx: Context,
  { projectId, id }: Pick<TaskRow, 'projectId' | 'id'>,
  args: PageArgs,
): Promise<Page<CommentRow>> =>
  readNestedPage(ctx, COMMENTS, { projectId, id }, args, (raw) => toCommentRow(raw as unknown as Raw));

/** Comments by `keyIn(project, comment)` for the feed, which has already found who may see them. */
export const feedCommentLoader = defineLoader<CommentRow>(async (ctx, keys) => {
  const [projectIds, ids] = idsOf(keys);
  const { rows } = await sql<Raw>`
    select ${COLUMNS} from unnest(${projectIds}::uuid[], ${ids}::uuid[]) as wanted(project_id, id)
    join comment c on c.id = wanted.id and c.project_id = wanted.project_id and c.deleted_at is null
    join project p on p.id = c.project_id and p.deleted_at is null`.execute(ctx.em.getKysely());
  return new Map(rows.map((raw) => [keyIn(raw.projectId, raw.id), toCommentRow(raw)]));
});

/** Where a comment belongs, deleted ones included (repeats ask); NOT_FOUND when absent or foreign. */
export async function placeOfComment(ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> {
  const { rows } = await sql<{ projectId: string; taskId: string }>`
    select c.project_id as "projectId", c.task_id as "taskId" from comment c
    join project_member m on m.project_id = c.project_id and m.user_id = ${requireViewer(ctx).userId}
    where c.id = ${id}`.execute(ctx.em.getKysely());
  const [place] = rows;
  if (!place) throw notFound('Comment');
  return place;
}

/** One of the comments the viewer may see; NOT_FOUND when absent or foreign. */
export async function readComment(ctx: Context, id: string): Promise<CommentRow> {
  const { rows } = await sql<Raw>`
    select ${COLUMNS} from comment c where c.id = ${id} and c.deleted_at is null
      and c.project_id = any(array(${visibleProjects(requireViewer(ctx).userId)}))`.execute(ctx.em.getKysely());
  const [raw] = rows;
  if (!raw) throw notFound('Comment');
  return toCommentRow(raw);
}

const deletedCommentTaskLoader = defineLoader<string>(async (ctx, keys) => {
  const [projectIds, ids] = idsOf(keys);
  const { rows } = await sql<{ projectId: string; id: string; taskId: string }>`
    select project_id as "projectId", c.id, task_id as "taskId"
    from unnest(${projectIds}::uuid[], ${ids}::uuid[]) as wanted(in_project, id)
    join comment c on c.id = wanted.id and c.project_id = wanted.in_project`.execute(ctx.em.getKysely());
  return new Map(rows.map(({ projectId, id, taskId }) => [keyIn(projectId, id), taskId]));
});

/** The task that a comment of the feed is about; asked for by itself only where the comment is deleted. */
export const taskIdOfComment = async (ctx: Context, key: string): Promise<string | null> =>
  (await feedCommentLoader(ctx).load(key))?.taskId ?? (await deletedCommentTaskLoader(ctx).load(key));
