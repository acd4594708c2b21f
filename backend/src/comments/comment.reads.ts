import { type RawBuilder, sql } from 'kysely';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader, feedLoader } from '../request/loaders.js';
import { type NestedList, type Parent, readNestedPage } from '../request/nestedPages.js';
import { ascending, type Page, type PageArgs } from '../request/page.js';
import { isInScope } from '../request/program.js';
import { entityRows, fieldNamesExcept, type RowOf } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { CommentSchema, type CommentSource, copiedFromSql } from './comment.entity.js';

const STORED = fieldNamesExcept(CommentSchema, 'copiedAuthorId', 'copiedAt', 'copiedFrom', ...SOFT_DELETE_FIELDS);
export const COMMENTS = entityRows(CommentSchema, 'c', STORED).with({
  copiedFrom: sql<CommentSource | null>`${sql.raw(copiedFromSql('c'))}`,
});
export type CommentRow = RowOf<typeof COMMENTS>;

const OLDEST = ascending('OLDEST', 'timestamptz', sql`c.created_at`, sql`c.id`);

const listOf = (key: string, where: RawBuilder<unknown>): NestedList<CommentRow> => ({
  key,
  query: {
    rows: COMMENTS,
    from: sql`comment c`,
    where: sql`${where} and c.deleted_at is null`,
    order: OLDEST,
    longText: 'text',
    isPreparable: true,
  },
});

const OF_TASK = listOf('comments', sql`c.task_id = parent.id and c.project_id = parent.project_id`);
const OF_PROJECT = listOf('projectComments', sql`c.project_id = parent.id`);

/** Reads the comments on a task, oldest first. The caller must have checked access to the task. */
export const readComments = (ctx: Context, { projectId, id }: Parent, args: PageArgs): Promise<Page<CommentRow>> =>
  readNestedPage(ctx, OF_TASK, { projectId, id }, args);

/** Reads the comments of a project, oldest first. The caller must have checked access to the project. */
export const readProjectComments = (ctx: Context, projectId: string, args: PageArgs): Promise<Page<CommentRow>> =>
  readNestedPage(ctx, OF_PROJECT, { projectId, id: projectId }, args);

export const feedCommentLoader = feedLoader(
  COMMENTS,
  ({ id }) => id,
  sql`comment c on c.id = wanted.id and c.project_id = wanted.project_id and c.deleted_at is null
    join project p on p.id = c.project_id and p.deleted_at is null`,
);

/**
 * Throws NOT_FOUND if the comment does not exist or the viewer cannot see its project. Finds deleted comments as well,
 * because a repeated request can name one.
 */
export async function readCommentLocation(ctx: Context, id: string): Promise<{ projectId: string; taskId: string }> {
  const member = sql`join project_member m on m.project_id = c.project_id and ${isInScope(requireViewer(ctx))}`;
  const rest = sql`from comment c ${member} where c.id = ${id}`;
  return COMMENTS.pick('projectId', 'taskId').one(ctx.em, 'Comment', rest);
}

const visibleComments = (ctx: Context): RawBuilder<unknown> =>
  sql`c.deleted_at is null and c.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** Throws NOT_FOUND if the comment is absent or not visible to the viewer. */
export const readComment = async (ctx: Context, id: string): Promise<CommentRow> =>
  COMMENTS.one(ctx.em, 'Comment', sql`from comment c where c.id = ${id} and ${visibleComments(ctx)}`);

export const commentLoader = defineLoader<CommentRow>(
  async (ctx, ids) => {
    const rows = await COMMENTS.read(
      ctx.em,
      sql`from comment c where c.id = any(${idArray(ids)}) and ${visibleComments(ctx)} ${PREPARABLE}`,
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

/** Returns the task id of a comment, which can be deleted, for the feed. */
export const getCommentTaskId = async (ctx: Context, key: string): Promise<string | null> =>
  (await feedCommentLoader(ctx).load(key))?.taskId ?? (await deletedCommentLoader(ctx).load(key))?.taskId ?? null;
