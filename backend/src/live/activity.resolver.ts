import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection, PageArgsType } from '../kernel/graphql/connection.js';
import { readActivityOfAll } from './activity.reads.js';
import { HistoryEntryConnection } from './history.resolver.js';

@ArgsType()
class ActivityArgs extends PageArgsType {
  @Field(() => ID, { nullable: true, description: 'Only what this person did; `me` for yourself.' })
  actorId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only of this project; unless told, of all of yours that are not archived.',
  })
  projectId?: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Only from this moment on.' })
  from?: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Only before this moment.' })
  to?: Date | null;
}

@Resolver()
export class ActivityResolver {
  @Query(() => HistoryEntryConnection, {
    description: 'What happened in your projects, newest first: what a colleague did yesterday, say.',
  })
  async activity(@Args(() => ActivityArgs) args: ActivityArgs, @Ctx() ctx: Context) {
    const { first, after, last, before, ...filter } = args;
    return new Connection(await readActivityOfAll(ctx, filter, { first, after, last, before }));
  }
}
