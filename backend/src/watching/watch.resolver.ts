import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { WATCHERS } from '../../contract/limits.js';
import { Input, type InputWith } from '../platform/graphql/write.js';
import { Personal } from '../platform/graphql/personal.js';
import type { Context } from '../request/context.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { UserType } from '../users/user.types.js';
import { readWatchers } from './watch.reads.js';
import { unwatchTask, watchTask } from './watch.service.js';
import { UnwatchTaskInput, UnwatchTaskPayload, WatchTaskInput, WatchTaskPayload } from './watch.types.js';

@Resolver()
export class WatchResolver {
  @Mutation(() => WatchTaskPayload, {
    description: 'Watches a task: you hear of its comments and statuses, even if it is not yours.',
  })
  watchTask(@Input(WatchTaskInput, 'The task.') input: InputWith<'taskId'>, @Ctx() ctx: Context) {
    return watchTask(ctx, input.taskId);
  }

  @Mutation(() => UnwatchTaskPayload, {
    description: 'Mutes a task: you hear of it only if you are mentioned in it or it is assigned to you.',
  })
  unwatchTask(@Input(UnwatchTaskInput, 'The task.') input: InputWith<'taskId'>, @Ctx() ctx: Context) {
    return unwatchTask(ctx, input.taskId);
  }
}

@Resolver(() => TaskType)
export class TaskWatchFields {
  @Personal()
  @FieldResolver(() => [UserType], {
    description:
      'Who hears of its comments and statuses: its assignee, its creator and those who watch it. Those who commented hear of ' +
      `comments. Without those who have muted it. You come first, then others by name; up to ${WATCHERS.max}.`,
  })
  watchers(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readWatchers(ctx, task);
  }
}
