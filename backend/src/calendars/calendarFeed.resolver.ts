import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { CALENDAR_FEEDS } from '../../contract/limits.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { type CalendarFeedRow, readCalendarFeeds } from './calendarFeed.reads.js';
import { createCalendarFeed, revokeCalendarFeed } from './calendarFeed.service.js';
import {
  CalendarFeedType,
  CreateCalendarFeedInput,
  CreateCalendarFeedPayload,
  RevokeCalendarFeedInput,
  RevokeCalendarFeedPayload,
} from './calendarFeed.types.js';

@Resolver()
export class CalendarFeedResolver {
  @Query(() => [CalendarFeedType], {
    description: `Your calendar feeds that were not revoked, newest first; at most ${CALENDAR_FEEDS.max}.`,
  })
  calendarFeeds(@Ctx() ctx: Context): Promise<CalendarFeedRow[]> {
    return readCalendarFeeds(ctx);
  }

  @Mutation(() => CreateCalendarFeedPayload, {
    description:
      'Creates an address at which a calendar reads your tasks with a due date, as you can see them at that moment. The ' +
      'address is returned only once: a repeat with the same key is a CONFLICT, and so is a feed beyond ' +
      `${CALENDAR_FEEDS.max}. It ends with your API tokens.`,
  })
  createCalendarFeed(@Input(CreateCalendarFeedInput, 'Its name and contents.') input: WriteInput, @Ctx() ctx: Context) {
    return createCalendarFeed(ctx, input);
  }

  @Mutation(() => RevokeCalendarFeedPayload, { description: 'Revokes one of your calendar feeds at once.' })
  revokeCalendarFeed(
    @Input(RevokeCalendarFeedInput, 'Which one.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ calendarFeedId: string }> {
    return revokeCalendarFeed(ctx, input.id);
  }
}
