import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection, connectionOf, PageArgsType } from '../kernel/graphql/connection.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { ChangeSetType } from './live.types.js';
import { pullChanges } from './pull.js';

export const ChangeSetConnection = connectionOf(() => ChangeSetType, 'ChangeSet', 'what was done');

@ArgsType()
class PullArgsType extends PageArgsType {
  @Field(() => ID, {
    nullable: true,
    description: 'The epoch that `after` belongs to: where the database has another one by now, RESYNC is answered.',
  })
  epoch?: string | null;
}

/** What the feed adds to a project, for who asks from time to time. */
@Resolver(() => ProjectType)
export class ProjectChangesFields {
  @FieldResolver(() => ChangeSetConnection, {
    description:
      'What was done in it, oldest first, comments and deletions included: the feed, page by page. Cursors are revisions, ' +
      'so `after` is where you stand. ' +
      'RESYNC, alone, says to load the project anew and to go on from its revision.',
  })
  async changes(@Root() project: ProjectRow, @Args(() => PullArgsType) args: PullArgsType, @Ctx() ctx: Context) {
    return new Connection(await pullChanges(ctx, project, args));
  }
}
