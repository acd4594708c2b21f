import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { Connection, connectionOf } from '../kernel/graphql/connection.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { ChangeSetType } from './live.types.js';
import { pullChanges } from './pull.js';

export const ChangeSetConnection = connectionOf(() => ChangeSetType, 'ChangeSet', 'what was done');

@ArgsType()
class PullArgsType {
  @Field(() => Int, {
    nullable: true,
    description: `How many sets: 1 to ${LIMITS.pageMax}; ${LIMITS.pageDefault} unless told.`,
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where you stand: the cursor of the last set you have, which is its revision, or that of the project.',
  })
  after?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The epoch that this revision belongs to: where the database has another one by now, RESYNC is answered.',
  })
  epoch?: string | null;
}

/** What the feed adds to a project, for who asks from time to time. */
@Resolver(() => ProjectType)
export class ProjectChangesFields {
  @FieldResolver(() => ChangeSetConnection, {
    description:
      'What was done in it after a revision, oldest first, comments and deletions included: the feed, page by page. ' +
      'RESYNC, alone, says to load the project anew and to go on from its revision.',
  })
  async changes(@Root() project: ProjectRow, @Args(() => PullArgsType) args: PullArgsType, @Ctx() ctx: Context) {
    return new Connection(await pullChanges(ctx, project, args));
  }
}
