import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection, connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { ChangeSetType } from './feed.types.js';
import { pullChanges } from './pull.js';

export const ChangeSetConnection = connectionOf(() => ChangeSetType, 'ChangeSet', 'what was done');

@ArgsType()
class PullArgsType extends PageArgsType {
  @Field(() => ID, orNull('The epoch of `after`. If the database has another one, the answer is RESYNC.'))
  epoch?: string | null;
}

@Resolver(() => ProjectType)
export class ProjectChangesFields {
  @FieldResolver(() => ChangeSetConnection, {
    description:
      'Its changes, oldest first, with comments and deletions: the feed in pages. Cursors are revisions, so `after` is your ' +
      'position. A single RESYNC means: reload the project and continue from its revision.',
  })
  async changes(@Root() project: ProjectRow, @Args(() => PullArgsType) args: PullArgsType, @Ctx() ctx: Context) {
    return new Connection(await pullChanges(ctx, project, args));
  }
}
