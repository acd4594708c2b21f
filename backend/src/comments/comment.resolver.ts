import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { BULK_CREATE } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { type IdInput, Input, type InputWith, type WriteInput } from '../platform/graphql/write.js';
import { Personal } from '../platform/graphql/personal.js';
import type { MaybePromise } from '../request/loaders.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { getCommentCount, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { isAllowedIn } from '../projects/project.policy.js';
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
    description: `Creates up to ${BULK_CREATE.tasks} tasks with comments: all of them or none.`,
  })
  createTasks(@Input(CreateTasksInput, 'The new tasks.') input: WriteInput, @Ctx() ctx: Context) {
    return createTasks(ctx, input);
  }

  @Mutation(() => AddCommentPayload, { description: 'Comments on a task.' })
  addComment(@Input(AddCommentInput, 'The task and the new comment.') input: InputWith<'taskId'>, @Ctx() ctx: Context) {
    return addComment(ctx, input.taskId, input);
  }

  @Mutation(() => UpdateCommentPayload, { description: 'Changes your own comment.' })
  updateComment(@Input(UpdateCommentInput, 'The comment and its new text.') input: IdInput, @Ctx() ctx: Context) {
    return updateComment(ctx, input.id, input);
  }

  @Mutation(() => DeleteCommentPayload, {
    description: 'Deletes your own comment, or any comment if you are an OWNER.',
  })
  deleteComment(@Input(DeleteCommentInput, 'The comment to delete.') input: IdInput, @Ctx() ctx: Context) {
    return deleteComment(ctx, input.id);
  }
}

@Resolver(() => TaskType)
export class TaskCommentFields {
  @FieldResolver(() => CommentConnection, { description: 'The comments on it, oldest first.' })
  async comments(@Root() task: TaskRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readComments(ctx, task, args));
  }

  @FieldResolver(() => Int, { description: 'How many comments it has.' })
  commentCount(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return getCommentCount(ctx, task);
  }
}

@Resolver(() => ProjectType)
export class ProjectCommentFields {
  @FieldResolver(() => CommentConnection, { description: 'The comments on its tasks, oldest first.' })
  async comments(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readProjectComments(ctx, project.id, args));
  }
}

@Resolver(() => CommentType)
export class CommentFields {
  @FieldResolver(() => UserType, { description: 'Who wrote it.' })
  author(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(comment.authorId);
  }

  @Personal()
  @FieldResolver(() => Boolean, { description: 'Whether you may edit it.' })
  async viewerCanEdit(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    const project = await projectLoader(ctx).load(comment.projectId);
    return (
      project !== null &&
      isAllowedIn(project, 'COMMENTER') &&
      refuseEditComment(comment.authorId === ctx.viewer?.userId) === null
    );
  }

  @Personal()
  @FieldResolver(() => Boolean, { description: 'Whether you may delete it.' })
  async viewerCanDelete(@Root() comment: CommentRow, @Ctx() ctx: Context) {
    const project = await projectLoader(ctx).load(comment.projectId);
    return (
      project !== null &&
      isAllowedIn(project, 'COMMENTER') &&
      refuseDeleteComment(comment.authorId === ctx.viewer?.userId, project.viewerRole) === null
    );
  }
}
