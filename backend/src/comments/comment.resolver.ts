import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { BULK_CREATE } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { Connection, PageArgsType } from '../kernel/graphql/connection.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import { Personal } from '../kernel/graphql/personal.js';
import type { MaybePromise } from '../kernel/loaders.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { commentCountOf, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { refuseDeleteComment, refuseEditComment } from './comment.policy.js';
import { type CommentRow, readComments, readProjectComments } from './comment.reads.js';
import { addComment, deleteComment, updateComment } from './comment.service.js';
import {
  AddCommentInput,
  AddCommentPayload,
  CommentConnection,
  CommentType,
  DeleteCommentInput,
  DeleteCommentPayload,
  UpdateCommentInput,
  UpdateCommentPayload,
} from './comment.types.js';
import { createTasks } from './createTasks.service.js';
import { CreateTasksInput, CreateTasksPayload } from './createTasks.types.js';

@Resolver()
export class CommentResolver {
  @Mutation(() => CreateTasksPayload, {
    description: `Makes up to ${BULK_CREATE.tasks} tasks, with comments: all of them or none.`,
  })
  createTasks(@Input(CreateTasksInput, 'The new tasks.') input: CreateTasksInput, @Ctx() ctx: Context) {
    return createTasks(ctx, input);
  }

  @Mutation(() => AddCommentPayload, { description: 'Comments on a task.' })
  addComment(@Input(AddCommentInput, 'What to say, about which task.') input: AddCommentInput, @Ctx() ctx: Context) {
    return addComment(ctx, input.taskId, input);
  }

  @Mutation(() => UpdateCommentPayload, { description: 'Changes your own comment.' })
  updateComment(
    @Input(UpdateCommentInput, 'Which one, and its new text.') input: UpdateCommentInput,
    @Ctx() ctx: Context,
  ) {
    return updateComment(ctx, input.id, input);
  }

  @Mutation(() => DeleteCommentPayload, { description: 'Deletes a comment: your own, or as OWNER any.' })
  deleteComment(@Input(DeleteCommentInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return deleteComment(ctx, input.id);
  }
}

/** What comments add to a task. */
@Resolver(() => TaskType)
export class TaskCommentFields {
  @FieldResolver(() => CommentConnection, { description: 'What was said about it, oldest first.' })
  async comments(@Root() task: TaskRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readComments(ctx, task, args));
  }

  @FieldResolver(() => Int, { description: 'How many comments it has.' })
  commentCount(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return commentCountOf(ctx, task);
  }
}

/** What comments add to a project. */
@Resolver(() => ProjectType)
export class ProjectCommentFields {
  @FieldResolver(() => CommentConnection, { description: 'What was said about its tasks, oldest first.' })
  async comments(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readProjectComments(ctx, project.id, args));
  }
}

/** The computed fields of a comment. */
@Resolver(() => CommentType)
export class CommentFields {
  @FieldResolver(() => UserType, { description: 'Who wrote it.' })
  author(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(comment.authorId);
  }

  @Personal()
  @FieldResolver(() => Boolean, { description: 'May you edit it?' })
  async viewerCanEdit(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    const project = await projectLoader(ctx).load(comment.projectId);
    return project?.archivedAt === null && refuseEditComment(comment.authorId === ctx.viewer?.userId) === null;
  }

  @Personal()
  @FieldResolver(() => Boolean, { description: 'May you delete it?' })
  async viewerCanDelete(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    const project = await projectLoader(ctx).load(comment.projectId);
    return (
      project?.archivedAt === null &&
      refuseDeleteComment(comment.authorId === ctx.viewer?.userId, project.viewerRole) === null
    );
  }
}
