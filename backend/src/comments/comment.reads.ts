import { type RawBuilder, sql } from 'kysely';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { SOFT_DELETE_FIELDS } from '../platform/database/softDelete.js';
import { type Context, requireViewer } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';
import { type NestedList, type Parent, readNestedPage } from '../request/nestedPages.js';
import { ascending, type Page, type PageArgs } from '../request/page.js';
import { entityRows, fieldNamesExcept, readById, type RowOf } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { definePartReads } from '../tasks/partReads.js';
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

export const {
  loadFromFeed: feedCommentLoader,
  getTaskId: getCommentTaskId,
  readLocation: readCommentLocation,
} = definePartReads('Comment', COMMENTS, 'comment', 'c');

const visibleComments = (ctx: Context): RawBuilder<unknown> =>
  sql`c.deleted_at is null and c.project_id = any(array(${visibleProjects(requireViewer(ctx))}))`;

/** Throws NOT_FOUND if the comment is absent or not visible to the viewer. */
export const readComment = async (ctx: Context, id: string): Promise<CommentRow> =>
  COMMENTS.one(ctx.em, 'Comment', sql`from comment c where c.id = ${id} and ${visibleComments(ctx)}`);

export const commentLoader = defineLoader<CommentRow>(
  (ctx, ids) => {
    const rest = sql`from comment c where c.id = any(${idArray(ids)}) and ${visibleComments(ctx)} ${PREPARABLE}`;
    return readById(COMMENTS, ctx.em, rest);
  },
  { forViewer: true },
);
