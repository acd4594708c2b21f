import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { readAllActivity } from './activity.reads.js';
import { HistoryEntryConnection } from './history.resolver.js';

@ArgsType()
class ActivityArgs extends PageArgsType {
  @Field(() => ID, orNull('Only actions of this person; `me` for yourself.'))
  actorId?: string | null;

  @Field(() => ID, orNull('Only in this project; by default in all of yours that are not archived.'))
  projectId?: string | null;

  @Field(() => GraphQLDateTimeISO, orNull('Only from this time on.'))
  from?: Date | null;

  @Field(() => GraphQLDateTimeISO, orNull('Only before this time.'))
  to?: Date | null;
}

@Resolver()
export class ActivityResolver {
  @Query(() => HistoryEntryConnection, {
    description: 'The activity in your projects, newest first: for example what a colleague did yesterday.',
  })
  async activity(@Args(() => ActivityArgs) args: ActivityArgs, @Ctx() ctx: Context) {
    const { first, after, last, before, ...filter } = args;
    return new Connection(await readAllActivity(ctx, filter, { first, after, last, before }));
  }
}
