import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { DESCRIPTION_VERSION_MINUTES } from '../../contract/limits.js';
import type { Moment } from '../platform/database/rows.js';
import { Connection, connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import type { Context } from '../request/context.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import {
  type DescriptionVersionRow,
  readDescriptionVersions,
  readVersionDiff,
  readVersionText,
  toVersionId,
  versionExcerpt,
  versionLength,
} from './descriptionVersions.js';
import { DiffKind } from './wordDiff.js';

describeEnum(DiffKind, 'DiffKind', 'What became of a part of a text.', {
  SAME: 'It is in both texts.',
  ADDED: 'It was added.',
  REMOVED: 'It was removed.',
});

@ObjectType('DiffPart', { description: 'A part of two compared texts, in order.' })
class DiffPartType {
  @Field(() => DiffKind, { description: 'Whether it was added, was removed, or stayed.' })
  kind!: DiffKind;

  @Field(() => String, { description: 'The text of the part.' })
  text!: string;
}

@ObjectType('DescriptionVersion', {
  description:
    'A version of a description: the last of edits by one person, each made within ' +
    `${DESCRIPTION_VERSION_MINUTES} minutes after the one before.`,
})
export class DescriptionVersionType {
  @Field(() => ID, { description: 'The project of its last edit.' })
  projectId!: string;

  @Field(() => Int, { description: 'The revision of the project at its last edit.' })
  revision!: number;

  @Field(() => ID, { description: 'Who wrote it.' })
  authorId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last edited.' })
  at!: Moment;
}

const DescriptionVersionConnection = connectionOf(() => DescriptionVersionType, 'DescriptionVersion', 'versions');

@Resolver(() => DescriptionVersionType)
export class DescriptionVersionFields {
  @FieldResolver(() => ID, { description: '`project id:revision`.' })
  id(@Root() version: DescriptionVersionRow): string {
    return toVersionId(version);
  }

  @FieldResolver(() => Int, { description: 'The length of the text.' })
  length(@Root() version: DescriptionVersionRow): number {
    return versionLength(version);
  }

  @FieldResolver(() => String, {
    description: 'The first 200 characters of the text, on one line, mostly without Markdown marks.',
  })
  excerpt(@Root() version: DescriptionVersionRow): string {
    return versionExcerpt(version);
  }

  @FieldResolver(() => String, { description: 'The text. To restore it, give it to `updateTask`.' })
  text(@Root() version: DescriptionVersionRow, @Ctx() ctx: Context) {
    return readVersionText(ctx, version);
  }

  @FieldResolver(() => [DiffPartType], {
    description:
      'What changed since the version before, by words; by lines, or as one replaced part, if the texts differ too much.',
  })
  diff(@Root() version: DescriptionVersionRow, @Ctx() ctx: Context) {
    return readVersionDiff(ctx, version);
  }

  @FieldResolver(() => UserType, orNull('Who wrote it.'))
  author(@Root() { authorId }: DescriptionVersionRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(authorId);
  }
}

@Resolver(() => TaskType)
export class TaskDescriptionVersionsFields {
  // Personal because the viewer may not read all projects that the task was in before.
  @Personal()
  @FieldResolver(() => DescriptionVersionConnection, {
    description:
      'The versions of its description, newest first. Those from projects that it was in before are included if you can see those.',
  })
  async descriptionVersions(@Root() task: TaskRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readDescriptionVersions(ctx, task, args));
  }
}
