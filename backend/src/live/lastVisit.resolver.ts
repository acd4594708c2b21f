import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import type { Moment } from '../kernel/rows.js';
import { HistoryEntryType } from './history.resolver.js';
import { sinceLastVisit } from './lastVisit.reads.js';

@ObjectType('SinceLastVisit', {
  description:
    'What others did in your projects, but for archived ones, since you were last here. A visit lasts, over all devices, until the app was not used for half an hour; what programs do for you is none.',
})
export class SinceLastVisitType {
  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When you were last here before this visit; null on the first.',
  })
  at!: Moment | null;

  @Field(() => Int, { description: 'How much others did; at most 1,000.' })
  count!: number;

  @Field(() => Int, { description: 'How many people that were, of what is counted.' })
  people!: number;

  @Field(() => [HistoryEntryType], { description: 'The last five of it, newest first.' })
  latest!: HistoryEntryType[];
}

@Resolver()
export class LastVisitResolver {
  @Query(() => SinceLastVisitType, { description: 'What others did since you were last here.' })
  sinceLastVisit(@Ctx() ctx: Context) {
    return sinceLastVisit(ctx);
  }
}
