import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { Connection } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import { selectedRowFields, selectsOnlyCount } from '../platform/graphql/selection.js';
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
import { type Count, COUNTS, EXTRA } from './task.reads.js';
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

/** The fields of a task that need a count, by count. */
const COUNTED_FIELDS: Readonly<Record<Count, readonly string[]>> = {
  comments: ['commentCount'],
  items: ['checklistTotal', 'checklistDone'],
  subtasks: ['subtasksTotal', 'subtasksDone'],
  blockers: ['openBlockers'],
  attachments: ['attachmentCount', 'coverId', 'cover'],
  keys: ['number', 'key'],
};

/** The fields that a list of basic rows cannot answer. */
const NEED_EXTRA = [...EXTRA, 'parent'];

@Resolver()
export class TaskResolver {
  @Query(() => TaskType, orNull('One of your tasks; NOT_FOUND when absent or foreign.'))
  task(
    @Arg('id', () => ID, { description: 'The task: its id or its key.' }) id: string,
    // Read before, when task keys are replaced by ids.
    @Arg('projectId', () => ID, {
      nullable: true,
      description: 'The project in which a key is looked up first, such as the one of the text that contains it.',
    })
    _projectId: string | null,
    @Ctx() ctx: Context,
  ) {
    return getTask(ctx, id);
  }

  @Query(() => TaskConnection, { description: 'The tasks of your projects.' })
  async tasks(
    @Args(() => TaskListArgsType) { filter, orderBy, first, after, last, before }: TaskListArgsType,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const fields = selectedRowFields(info);
    const counts = COUNTS.filter((count) => COUNTED_FIELDS[count].some((name) => fields.has(name)));
    const page = await listTasks(ctx, {
      filter,
      orderBy,
      first,
      after,
      last,
      before,
      counts,
      isBasic: !NEED_EXTRA.some((name) => fields.has(name)),
      isOnlyCounted: selectsOnlyCount(info),
    });
    await loadRelations(ctx, page.rows, fields);
    return new Connection(page);
  }

  @Query(() => [TaskGroupType], {
    nullable: true,
    description: 'Counts the tasks of your projects by group; without empty groups, in no order.',
  })
  taskGroups(@Args(() => TaskGroupsArgsType) args: TaskGroupsArgsType, @Ctx() ctx: Context) {
    const { filter, groupBy, timeZone } = args;
    return listTaskGroups(ctx, { filter, groupBy, timeZone });
  }

  @Mutation(() => CreateTaskPayload, { description: 'Creates a task at the end of its column.' })
  createTask(@Input(CreateTaskInput, 'The new task.') input: WriteInput, @Ctx() ctx: Context) {
    return createTask(ctx, input);
  }

  @Mutation(() => UpdateTaskPayload, { description: 'Changes fields of a task, but not its rank.' })
  updateTask(@Input(UpdateTaskInput, 'The task, and the change.') input: IdInput, @Ctx() ctx: Context) {
    return updateTask(ctx, input.id, input);
  }

  @Mutation(() => AssignTaskPayload, { description: 'Assigns a task to a member, or unassigns it.' })
  assignTask(@Input(AssignTaskInput, 'The task and the assignee.') input: IdInput, @Ctx() ctx: Context) {
    return assignTask(ctx, input.id, input);
  }

  @Mutation(() => UpdateTaskStatusPayload, {
    description: 'Moves a task to the first column of another status, with the same rank.',
  })
  updateTaskStatus(@Input(UpdateTaskStatusInput, 'The task and its status.') input: IdInput, @Ctx() ctx: Context) {
    return updateTaskStatus(ctx, input.id, input);
  }

  @Mutation(() => MoveTaskPayload, { description: 'Moves a task to a place in a column.' })
  moveTask(@Input(MoveTaskInput, 'The task and its new place.') input: IdInput, @Ctx() ctx: Context) {
    return moveTask(ctx, input.id, input);
  }

  @Mutation(() => MoveTaskToProjectPayload, {
    description:
      'Moves a task with its subtasks, comments, checklist and files into another project, to the end of its column.',
  })
  moveTaskToProject(@Input(MoveTaskToProjectInput, 'The task and the project.') input: IdInput, @Ctx() ctx: Context) {
    return moveTaskToProject(ctx, input.id, input);
  }

  @Mutation(() => BulkUpdateTasksPayload, {
    description: `Changes or deletes up to ${LIMITS.bulkMax} tasks: all of them or none.`,
  })
  bulkUpdateTasks(@Input(BulkUpdateTasksInput, 'The tasks, and the change.') input: WriteInput, @Ctx() ctx: Context) {
    return bulkUpdateTasks(ctx, input);
  }

  @Mutation(() => DeleteTaskPayload, { description: 'Deletes a task with its comments, checklist and files.' })
  deleteTask(@Input(DeleteTaskInput, 'The task to delete.') input: IdInput, @Ctx() ctx: Context) {
    return deleteTask(ctx, input.id);
  }
}
