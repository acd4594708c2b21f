import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import { NONE } from '../../contract/taskList.js';
import type { Context } from '../request/context.js';
import { Connection } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { selectedRowFields } from '../platform/graphql/selection.js';
import { type ProjectRow, projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { excerptTask } from '../../contract/excerpt.js';
import { getTaskKey, type TaskGroupRow, type TaskRow } from './task.reads.js';
import { listTasksOfProject } from './task.service.js';
import { TaskConnection, TaskGroupType, TaskListArgsType, TaskType } from './task.types.js';

/** Preloads the relations that a query selects for all rows of a page, so that no row waits for its own. */
export async function loadRelations(
  ctx: Context,
  rows: readonly TaskRow[],
  fields: ReadonlySet<string>,
): Promise<void> {
  if (!['project', 'creator', 'assignee'].some((name) => fields.has(name))) return;
  const people = new Set<string>();
  for (const { creatorId, assigneeId } of rows) {
    if (fields.has('creator')) people.add(creatorId);
    if (fields.has('assignee') && assigneeId !== null) people.add(assigneeId);
  }
  const projects = new Set(fields.has('project') ? rows.map(({ projectId }) => projectId) : []);
  // Load errors are reported by the fields that need the relation.
  await Promise.all([userLoader(ctx).loadMany([...people]), projectLoader(ctx).loadMany([...projects])]);
}

/** Computed fields of a task, and its relations, loaded in batches. */
@Resolver(() => TaskType)
export class TaskFields {
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Its number in its project. It is never given to another task. Null for a task of an earlier version until a job has ' +
      'numbered it.',
  })
  number(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return task.number === undefined ? getTaskKey(ctx, task).then(({ number }) => number) : task.number;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The key of its project and its number, like HARB-12; null as long as one of them is. It works wherever an id of a ' +
      'task does. It changes with the project and the project’s key; former keys still lead to the task.',
  })
  key(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return task.key === undefined ? getTaskKey(ctx, task).then(({ key }) => key) : task.key;
  }

  @FieldResolver(() => String, {
    description:
      `The first ${LIMITS.taskExcerptMax} characters of its description, on one line and without Markdown marks, for ` +
      'lists; can be empty.',
  })
  excerpt(@Root() task: TaskRow) {
    return excerptTask(task);
  }

  @FieldResolver(() => ProjectType, { description: 'Its project.' })
  project(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return projectLoader(ctx).get(task.projectId);
  }

  @FieldResolver(() => UserType, { description: 'Who created it.' })
  creator(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return userLoader(ctx).get(task.creatorId);
  }

  @FieldResolver(() => UserType, orNull('The assignee; null when unassigned.'))
  assignee(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return task.assigneeId === null ? null : userLoader(ctx).get(task.assigneeId);
  }
}

@Resolver(() => TaskGroupType)
export class TaskGroupFields {
  @FieldResolver(() => ProjectType, orNull('The project of the group, when grouped by project.'))
  project(@Root() { groupBy, key }: TaskGroupRow, @Ctx() ctx: Context) {
    return groupBy === 'PROJECT' ? projectLoader(ctx).get(key) : null;
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The assignee of the group, when grouped by assignee; null for unassigned tasks.',
  })
  assignee(@Root() { groupBy, key }: TaskGroupRow, @Ctx() ctx: Context) {
    return groupBy === 'ASSIGNEE' && key !== NONE ? userLoader(ctx).get(key) : null;
  }
}

@Resolver(() => ProjectType)
export class ProjectTaskFields {
  // A filter can refer to the viewer ("me") and to their days ("today").
  @Personal()
  @FieldResolver(() => TaskConnection, { description: 'Its tasks.' })
  async tasks(
    @Root() project: ProjectRow,
    @Args(() => TaskListArgsType) args: TaskListArgsType,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = await listTasksOfProject(ctx, project.id, args);
    await loadRelations(ctx, page.rows, selectedRowFields(info));
    return new Connection(page);
  }
}
