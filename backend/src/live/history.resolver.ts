import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { ChangeAction, ChangeEntity } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { Connection, connectionOf, PageArgsType } from '../kernel/graphql/connection.js';
import { Personal } from '../kernel/graphql/personal.js';
import type { Moment } from '../kernel/rows.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type HistoryRow, readActivity, readTaskHistory } from './history.reads.js';

@ObjectType('HistoryEntry', { description: 'Who did what to an object, from what to what, when.' })
export class HistoryEntryType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'The revision of the project at which it happened.' })
  revision!: number;

  @Field(() => ID, { description: 'Which object; of a membership, the person.' })
  entityId!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      'The fields that changed, by the names of the object itself and `deletedAt`: `[before, after]`; empty when what ' +
      'they spoke of is gone for good.',
  })
  fields!: Record<string, unknown>;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  at!: Moment;

  @Field(() => [Int], {
    nullable: true,
    description: 'The change sets of the project that this took back, by their revisions; null where it undid nothing.',
  })
  undoOf!: number[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What it is about, by its present name: the title of the task (of a comment, that it is on; of an item of a checklist, that has it), the name of the member or the project; null when that is gone for good.',
  })
  subject!: string | null;

  @Field(() => String, { nullable: true, description: 'Of an item of a checklist what it says now; null of all else.' })
  itemText!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of a comment what it says now; null of all else, and when it is deleted.',
  })
  commentText!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The task that it is about (of a comment, that it is on; of an item of a checklist, that has it); null when there is none any more.',
  })
  taskId!: string | null;
}

export const HistoryEntryConnection = connectionOf(() => HistoryEntryType, 'HistoryEntry', 'what happened');

/** The computed fields of a line of history. */
@Resolver(() => HistoryEntryType)
export class HistoryEntryFields {
  @FieldResolver(() => ID, { description: '`project id:revision:line`.' })
  id(@Root() { projectId, revision, n }: HistoryRow): string {
    return `${projectId}:${revision}:${n}`;
  }

  @FieldResolver(() => ChangeEntity, { description: 'What kind of object.' })
  entity(@Root() { entity }: HistoryRow): ChangeEntity {
    return entity.toUpperCase() as ChangeEntity;
  }

  @FieldResolver(() => ChangeAction, { description: 'What happened to it.' })
  action(@Root() { action }: HistoryRow): ChangeAction {
    return action.toUpperCase() as ChangeAction;
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Who did it.' })
  actor(@Root() { actorId }: HistoryRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(actorId);
  }

  // as the viewer sees it
  @Personal()
  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project in which it happened.' })
  project(@Root() { projectId }: HistoryRow, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(projectId);
  }
}

/** What the log adds to a task. */
@Resolver(() => TaskType)
export class TaskHistoryFields {
  // of projects where it was before, it depends on whether the viewer may read them
  @Personal()
  @FieldResolver(() => HistoryEntryConnection, {
    description:
      'What happened to it and its checklist, newest first; in other projects, where it was before, as far as you may read those.',
  })
  async history(@Root() task: TaskRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readTaskHistory(ctx, task, args));
  }
}

/** What the log adds to a project. */
@Resolver(() => ProjectType)
export class ProjectActivityFields {
  @FieldResolver(() => HistoryEntryConnection, { description: 'What happened in it, newest first.' })
  async activity(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readActivity(ctx, project.id, args));
  }
}
