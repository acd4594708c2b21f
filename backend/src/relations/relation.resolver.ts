import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Mutation, Resolver, Root } from 'type-graphql';
import { RELATIONS } from '../../contract/limits.js';
import { orNull } from '../platform/graphql/describe.js';
import { selectsOneOf } from '../platform/graphql/selection.js';
import { Input, type InputWith } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { keyIn } from '../request/loaders.js';
import { feedTaskLoader, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readRelations, readRelationsWithTasks, type RelationRow } from './relation.reads.js';
import { relateTasks, unrelateTasks } from './relation.service.js';
import {
  RelateTasksInput,
  RelateTasksPayload,
  TaskRelationType,
  UnrelateTasksInput,
  UnrelateTasksPayload,
} from './relation.types.js';

@Resolver()
export class RelationResolver {
  @Mutation(() => RelateTasksPayload, {
    description: 'Says that a task blocks, duplicates or is related to another one of its project.',
  })
  relateTasks(
    @Input(RelateTasksInput, 'The tasks and their relation.') input: InputWith<'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return relateTasks(ctx, input.taskId, input);
  }

  @Mutation(() => UnrelateTasksPayload, {
    description: 'Removes the relations between two tasks, whichever is the first; NOT_FOUND if there are none.',
  })
  unrelateTasks(@Input(UnrelateTasksInput, 'The tasks.') input: InputWith<'taskId'>, @Ctx() ctx: Context) {
    return unrelateTasks(ctx, input.taskId, input);
  }
}

/** Returns the other tasks of those relations of a task that `isShown` accepts. */
async function readRelated(
  ctx: Context,
  task: TaskRow,
  isShown: (relation: RelationRow) => boolean,
): Promise<TaskRow[]> {
  const shown = await readRelationsWithTasks(ctx, task, isShown);
  const ids = new Set(shown.map(({ taskId, otherId }) => (taskId === task.id ? otherId : taskId)));
  const tasks = await Promise.all([...ids].map((id) => feedTaskLoader(ctx).load(keyIn(task.projectId, id))));
  return tasks.filter((other) => other !== null);
}

@Resolver(() => TaskType)
export class TaskRelationFields {
  @FieldResolver(() => [TaskRelationType], {
    description: `Its relations to other tasks, in both directions, oldest first: up to ${RELATIONS.max}.`,
  })
  relations(@Root() task: TaskRow, @Ctx() ctx: Context, @Info() info: GraphQLResolveInfo) {
    return selectsOneOf(info, ['task', 'other'])
      ? readRelationsWithTasks(ctx, task, () => true)
      : readRelations(ctx, task);
  }

  @FieldResolver(() => [TaskType], { description: 'The tasks that it blocks.' })
  blocks(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readRelated(ctx, task, ({ kind, taskId }) => kind === 'BLOCKS' && taskId === task.id);
  }

  @FieldResolver(() => [TaskType], { description: 'The tasks that block it, finished ones included.' })
  blockedBy(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readRelated(ctx, task, ({ kind, otherId }) => kind === 'BLOCKS' && otherId === task.id);
  }

  @FieldResolver(() => [TaskType], {
    description: 'The tasks that are related to it, that it duplicates, and that duplicate it.',
  })
  related(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readRelated(ctx, task, ({ kind }) => kind !== 'BLOCKS');
  }
}

@Resolver(() => TaskRelationType)
export class RelationFields {
  @FieldResolver(() => TaskType, orNull('The task; null if it was deleted meanwhile.'))
  task(@Root() { projectId, taskId }: RelationRow, @Ctx() ctx: Context) {
    return feedTaskLoader(ctx).get(keyIn(projectId, taskId));
  }

  @FieldResolver(() => TaskType, orNull('The other task; null if it was deleted meanwhile.'))
  other(@Root() { projectId, otherId }: RelationRow, @Ctx() ctx: Context) {
    return feedTaskLoader(ctx).get(keyIn(projectId, otherId));
  }

  @FieldResolver(() => UserType, { description: 'Who created it.' })
  creator(@Root() { creatorId }: RelationRow, @Ctx() ctx: Context) {
    return userLoader(ctx).get(creatorId);
  }
}
