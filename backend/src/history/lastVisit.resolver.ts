import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import type { Moment } from '../platform/database/rows.js';
import { HistoryEntryType } from './kinds.js';
import { readSinceLastVisit } from './lastVisit.reads.js';
import { orNull } from '../platform/graphql/describe.js';

@ObjectType('SinceLastVisit', {
  description:
    'What others did in your projects, except archived ones, since your last visit. A visit spans all devices and ends when you have not used the app for half an hour; the use of an API token is no visit.',
})
export class SinceLastVisitType {
  @Field(() => GraphQLDateTimeISO, orNull('The end of your last visit; null on your first one.'))
  at!: Moment | null;

  @Field(() => Int, { description: 'Number of changes by others, at most 1,000.' })
  count!: number;

  @Field(() => Int, { description: 'Number of people who made the counted changes.' })
  people!: number;

  @Field(() => [HistoryEntryType], {
    description: 'The changes of the latest five change sets, newest first; at most 200.',
  })
  latest!: HistoryEntryType[];
}

@Resolver()
export class LastVisitResolver {
  @Query(() => SinceLastVisitType, { description: 'What others did since your last visit.' })
  sinceLastVisit(@Ctx() ctx: Context) {
    return readSinceLastVisit(ctx);
  }
}
