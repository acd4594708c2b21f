import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import { fieldsOfRows } from '../kernel/graphql/selection.js';
import {
  AssignTaskInput,
  BulkUpdateTasksInput,
  CreateTaskInput,
  DeleteTaskInput,
  MoveTaskInput,
  MoveTaskToProjectInput,
  UpdateTaskInput,
  UpdateTaskStatusInput,
} from './task.inputs.js';
import { bulkUpdateTasks } from './bulk.service.js';
import { moveTaskToProject } from './moveToProject.service.js';
import { loadRelations } from './task.fields.js';
import { type Count, COUNTS } from './task.reads.js';
import {
  assignTask,
  createTask,
  deleteTask,
  getTask,
  listTaskGroups,
  listTasks,
  moveTask,
  updateTask,
  updateTaskStatus,
} from './task.service.js';
import {
  AssignTaskPayload,
  BulkUpdateTasksPayload,
  CreateTaskPayload,
  DeleteTaskPayload,
  MoveTaskPayload,
  MoveTaskToProjectPayload,
  TaskConnection,
  TaskGroupsArgsType,
  TaskGroupType,
  TaskListArgsType,
  TaskType,
  UpdateTaskPayload,
  UpdateTaskStatusPayload,
} from './task.types.js';

/** The fields that are answered from each count. */
const COUNTED_FIELDS: Readonly<Record<Count, readonly string[]>> = {
  comments: ['commentCount'],
  items: ['checklistTotal', 'checklistDone'],
};

@Resolver()
export class TaskResolver {
  @Query(() => TaskType, { nullable: true, description: 'One of your tasks; NOT_FOUND when absent or foreign.' })
  task(@Arg('id', () => ID, { description: 'The task.' }) id: string, @Ctx() ctx: Context) {
    return getTask(ctx, id);
  }

  @Query(() => TaskConnection, { description: 'The tasks of your projects.' })
  async tasks(
    @Args(() => TaskListArgsType) { filter, orderBy, first, after, last, before }: TaskListArgsType,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const fields = fieldsOfRows(info);
    const counts = COUNTS.filter((count) => COUNTED_FIELDS[count].some((name) => fields.has(name)));
    const page = await listTasks(ctx, { filter, orderBy, first, after, last, before, counts });
    await loadRelations(ctx, page.rows, fields);
    return new Connection(page);
  }

  @Query(() => [TaskGroupType], {
    nullable: true,
    description: 'How the tasks of your projects fall into groups: those that have any, in no order.',
  })
  taskGroups(@Args(() => TaskGroupsArgsType) args: TaskGroupsArgsType, @Ctx() ctx: Context) {
    const { filter, groupBy, timeZone } = args;
    return listTaskGroups(ctx, { filter, groupBy, timeZone });
  }

  @Mutation(() => CreateTaskPayload, { description: 'Makes a task at the end of its column.' })
  createTask(@Input(CreateTaskInput, 'The new task.') input: CreateTaskInput, @Ctx() ctx: Context) {
    return createTask(ctx, input);
  }

  @Mutation(() => UpdateTaskPayload, { description: 'Changes fields of a task; never its place.' })
  updateTask(@Input(UpdateTaskInput, 'What to change.') input: UpdateTaskInput, @Ctx() ctx: Context) {
    return updateTask(ctx, input.id, input);
  }

  @Mutation(() => AssignTaskPayload, { description: 'Gives a task to a member, or to nobody.' })
  assignTask(@Input(AssignTaskInput, 'Which task, to whom.') input: AssignTaskInput, @Ctx() ctx: Context) {
    return assignTask(ctx, input.id, input);
  }

  @Mutation(() => UpdateTaskStatusPayload, { description: 'Puts a task into another column, at the same rank.' })
  updateTaskStatus(
    @Input(UpdateTaskStatusInput, 'Which task, which column.') input: UpdateTaskStatusInput,
    @Ctx() ctx: Context,
  ) {
    return updateTaskStatus(ctx, input.id, input);
  }

  @Mutation(() => MoveTaskPayload, { description: 'Drops a task into a column at a place.' })
  moveTask(@Input(MoveTaskInput, 'Which task, where to.') input: MoveTaskInput, @Ctx() ctx: Context) {
    return moveTask(ctx, input.id, input);
  }

  @Mutation(() => MoveTaskToProjectPayload, {
    description: 'Moves a task with its comments and checklist into another project, to the end of its column.',
  })
  moveTaskToProject(
    @Input(MoveTaskToProjectInput, 'Which task, into which project.') input: MoveTaskToProjectInput,
    @Ctx() ctx: Context,
  ) {
    return moveTaskToProject(ctx, input.id, input);
  }

  @Mutation(() => BulkUpdateTasksPayload, {
    description: `Changes or deletes up to ${LIMITS.bulkMax} tasks: all of them or none.`,
  })
  bulkUpdateTasks(
    @Input(BulkUpdateTasksInput, 'Which ones, and what to change.') input: BulkUpdateTasksInput,
    @Ctx() ctx: Context,
  ) {
    return bulkUpdateTasks(ctx, input);
  }

  @Mutation(() => DeleteTaskPayload, { description: 'Deletes a task with its comments and checklist.' })
  deleteTask(@Input(DeleteTaskInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return deleteTask(ctx, input.id);
  }
}
