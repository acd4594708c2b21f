import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { NONE } from '../../contract/taskList.js';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import { Personal } from '../kernel/graphql/personal.js';
import { fieldsOfRows } from '../kernel/graphql/selection.js';
import { type ProjectRow, projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import type { TaskGroupRow, TaskRow } from './task.reads.js';
import { listTasksOfProject } from './task.service.js';
import { TaskConnection, TaskGroupType, TaskListArgsType, TaskType } from './task.types.js';

/** Loads what a document asks of a page's rows before they are answered: so no row waits for what it hangs on. */
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
  // what cannot be loaded is an error of the fields that need it
  await Promise.all([userLoader(ctx).loadMany([...people]), projectLoader(ctx).loadMany([...projects])]);
}

/** What hangs on a task; loaded in batches, one statement a kind for a whole page. */
@Resolver(() => TaskType)
export class TaskFields {
  @FieldResolver(() => ProjectType, { description: 'Its project.' })
  project(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return projectLoader(ctx).get(task.projectId);
  }

  @FieldResolver(() => UserType, { description: 'Who made it.' })
  creator(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return userLoader(ctx).get(task.creatorId);
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Whose task it is; null when nobody’s.' })
  assignee(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return task.assigneeId === null ? null : userLoader(ctx).get(task.assigneeId);
  }
}

/** Whom or what the tasks of a group have in common. */
@Resolver(() => TaskGroupType)
export class TaskGroupFields {
  @FieldResolver(() => ProjectType, { nullable: true, description: 'Grouped by project: theirs.' })
  project(@Root() { groupBy, key }: TaskGroupRow, @Ctx() ctx: Context) {
    return groupBy === 'PROJECT' ? projectLoader(ctx).get(key) : null;
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Grouped by person: who; null for nobody.' })
  assignee(@Root() { groupBy, key }: TaskGroupRow, @Ctx() ctx: Context) {
    return groupBy === 'ASSIGNEE' && key !== NONE ? userLoader(ctx).get(key) : null;
  }
}

/** What tasks add to a project. */
@Resolver(() => ProjectType)
export class ProjectTaskFields {
  // "me" and "today" in a filter are whoever asks, and their day
  @Personal()
  @FieldResolver(() => TaskConnection, { description: 'Its tasks.' })
  async tasks(
    @Root() project: ProjectRow,
    @Args(() => TaskListArgsType) args: TaskListArgsType,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = await listTasksOfProject(ctx, project.id, args);
    await loadRelations(ctx, page.rows, fieldsOfRows(info));
    return new Connection(page);
  }
}
