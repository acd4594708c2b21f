import { type RawBuilder, sql } from 'kysely';
import { TOMBSTONE } from '../db/tombstone.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { defineLoader, feedLoader } from '../kernel/loaders.js';
import { type NestedList, type Parent, readNestedPage } from '../kernel/nestedPages.js';
import type { Order, Page, PageArgs } from '../kernel/page.js';
import { isTheirs } from '../kernel/program.js';
import { entityRows, fieldsBut, type RowOf } from '../kernel/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { CommentSchema } from './comment.entity.js';

/** A comment as the API shows one. */
export const COMMENTS = entityRows(CommentSchema, 'c', fieldsBut(CommentSchema, ...TOMBSTONE));
export type CommentRow = RowOf<typeof COMMENTS>;

const OLDEST: Order = {
  name: 'OLDEST',
  by: sql`c.created_at`,
  type: 'timestamptz',
  id: sql`c.id`,
  descending: false,
};

const listOf = (key: string, where: RawBuilder<unknown>): NestedList<CommentRow> => ({
  key,
  query: { rows: COMMENTS, from: sql`comment c`, where: sql`${where} and c.deleted_at is null`, order: OLDEST },
});

const OF_TASK = listOf('comments', sql`c.task_id = parent.id and c.project_id = parent.project_id`);
const OF_PROJECT = listOf('projectComments', sql`c.project_id = parent.id`);

/** The comments on a task that the caller has already found visible, oldest first. */
export const readComments = (ctx: Context, { projectId, id }: Parent, args: PageArgs): Promise<Page<CommentRow>> =>
  readNestedPage(ctx, OF_TASK, { projectId, id }, args);

/** The comments of a project that the caller has already found visible, oldest first. */
export const readProjectComments = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<CommentRow>> =>
  readNestedPage(ctx, OF_PROJECT, { projectId, id: projectId }, args);

/** Comments for the feed. */
export const feedCommentLoader = feedLoader(
  COMMENTS,
  ({ id }) => id,
  sql`comment c on c.id = wanted.id and c.project_id = wanted.project_id and c.deleted_at is null
    join project p on p.id = c.project_id and p.deleted_at is null`,
);

/** Where a comment belongs, deleted ones included (repeats ask); NOT_FOUND when absent or foreign. */
export async function placeOfComment(ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> {
  const theirs = sql`join project_member m on m.project_id = c.project_id and ${isTheirs(requireViewer(ctx))}`;
  const rest = sql`from comment c ${theirs} where c.id = ${id}`;
  return COMMENTS.pick('projectId', 'taskId').one(ctx.em, 'Comment', rest);
}

const visibleComments = (ctx: Context): RawBuilder<unknown> =>
  sql`c.deleted_at is null and c.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** One of the comments the viewer may see; NOT_FOUND when absent or foreign. */
export const readComment = async (ctx: Context, id: string): Promise<CommentRow> =>
  COMMENTS.one(ctx.em, 'Comment', sql`from comment c where c.id = ${id} and ${visibleComments(ctx)}`);

/** The comments the viewer may see by id, one statement for all that a request asks for at once. */
export const commentLoader = defineLoader<CommentRow>(
  async (ctx, ids) => {
    const rows = await COMMENTS.read(
      ctx.em,
      sql`from comment c where c.id = any(${[...ids]}::uuid[]) and ${visibleComments(ctx)}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  },
  { forViewer: true },
);

const deletedCommentLoader = feedLoader(
  COMMENTS.pick('projectId', 'id', 'taskId'),
  ({ id }) => id,
  sql`comment c on c.id = wanted.id and c.project_id = wanted.project_id`,
);

/** The task that a comment of the feed is about; asked for by itself only where the comment is deleted. */
export const taskIdOfComment = async (ctx: Context, key: string): Promise<string | null> =>
  (await feedCommentLoader(ctx).load(key))?.taskId ?? (await deletedCommentLoader(ctx).load(key))?.taskId ?? null;
