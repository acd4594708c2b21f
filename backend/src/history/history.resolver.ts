import { GraphQLJSONObject } from 'graphql-scalars';
import { Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { ChangeAction, ChangeEntity } from '../../contract/enums.js';
import { apiName } from '../write/changeLog.js';
import { readFields } from '../write/longText.js';
import type { Context } from '../request/context.js';
import { Connection, connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type HistoryRow, readActivity, readTaskHistory } from './history.reads.js';
import { HistoryEntryType } from './kinds.js';

export const HistoryEntryConnection = connectionOf(() => HistoryEntryType, 'HistoryEntry', 'what happened');

@Resolver(() => HistoryEntryType)
export class HistoryEntryFields {
  @FieldResolver(() => ID, { description: '`project id:revision:line`.' })
  id(@Root() { projectId, revision, n }: HistoryRow): string {
    return `${projectId}:${revision}:${n}`;
  }

  @FieldResolver(() => ChangeEntity, { description: 'The kind of the object.' })
  entity(@Root() { entity }: HistoryRow): ChangeEntity {
    return apiName(entity);
  }

  @FieldResolver(() => ChangeAction, { description: 'What happened to it.' })
  action(@Root() { action }: HistoryRow): ChangeAction {
    return apiName(action);
  }

  @FieldResolver(() => GraphQLJSONObject, {
    description:
      'The fields that changed, by the names of the object itself and `deletedAt`: `[before, after]`; empty if the object ' +
      'was purged.',
  })
  fields(@Root() line: HistoryRow, @Ctx() ctx: Context) {
    return readFields(ctx, line);
  }

  @FieldResolver(() => UserType, orNull('Who did it.'))
  actor(@Root() { actorId }: HistoryRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(actorId);
  }

  @Personal()
  @FieldResolver(() => ProjectType, orNull('The project in which it happened.'))
  project(@Root() { projectId }: HistoryRow, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(projectId);
  }
}

@Resolver(() => TaskType)
export class TaskHistoryFields {
  // Personal because the viewer may not read all projects that the task was in before.
  @Personal()
  @FieldResolver(() => HistoryEntryConnection, {
    description:
      'Its history and that of its checklist, relations and files, newest first. Entries of projects that it was in before are included if you can see those.',
  })
  async history(@Root() task: TaskRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readTaskHistory(ctx, task, args));
  }
}

@Resolver(() => ProjectType)
export class ProjectActivityFields {
  @FieldResolver(() => HistoryEntryConnection, { description: 'Its activity, newest first.' })
  async activity(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readActivity(ctx, project.id, args));
  }
}
