import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { SUBTASKS } from '../../contract/limits.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { selectedRowFields } from '../platform/graphql/selection.js';
import { type IdInput, Input } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { keyIn, type MaybePromise } from '../request/loaders.js';
import { readSubtasks, setParent } from './subtask.service.js';
import { SetParentInput, SetParentPayload } from './subtask.types.js';
import { loadRelations } from './task.fields.js';
import { feedTaskLoader, getOpenBlockers, getSubtaskCount, type TaskRow } from './task.reads.js';
import { TaskConnection, TaskType } from './task.types.js';

@Resolver()
export class SubtaskResolver {
  @Mutation(() => SetParentPayload, {
    description:
      'Makes a task a subtask of another task of its project, or a task of the top level. Its own subtasks stay below it.',
  })
  setParent(@Input(SetParentInput, 'The task and its parent.') input: IdInput, @Ctx() ctx: Context) {
    return setParent(ctx, input.id, input);
  }
}

@Resolver(() => TaskType)
export class TaskSubtaskFields {
  @FieldResolver(() => TaskType, orNull('The task that it is a subtask of.'))
  parent(@Root() { projectId, parentId }: TaskRow, @Ctx() ctx: Context) {
    return parentId === null ? null : feedTaskLoader(ctx).get(keyIn(projectId, parentId));
  }

  @FieldResolver(() => TaskConnection, {
    description: `Its direct subtasks, as on the board: up to ${SUBTASKS.max}.`,
  })
  async subtasks(
    @Root() task: TaskRow,
    @Args(() => PageArgsType) args: PageArgsType,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = await readSubtasks(ctx, task, args);
    await loadRelations(ctx, page.rows, selectedRowFields(info));
    return new Connection(page);
  }

  @FieldResolver(() => Int, { description: 'How many direct subtasks it has.' })
  subtasksTotal(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.subtasksTotal ?? getSubtaskCount(ctx, task).then(({ total }) => total);
  }

  @FieldResolver(() => Int, { description: 'How many of these are DONE.' })
  subtasksDone(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.subtasksDone ?? getSubtaskCount(ctx, task).then(({ done }) => done);
  }

  @FieldResolver(() => Int, { description: 'How many of the tasks that block it are not DONE.' })
  openBlockers(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return getOpenBlockers(ctx, task);
  }
}
