import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { createCalendarFeedSchema } from '../../contract/calendarFeeds.js';
import { CalendarFeedKind } from '../../contract/enums.js';
import { CALENDAR_FEEDS } from '../../contract/limits.js';
import type { Moment } from '../platform/database/rows.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf } from '../platform/graphql/write.js';
import { ViewFilterType } from '../views/view.types.js';

describeEnum(CalendarFeedKind, 'CalendarFeedKind', 'What a calendar feed contains.', {
  EVENTS: 'Events (VEVENT), which every calendar shows.',
  TODOS: 'To-dos (VTODO), for programs that list them, like Thunderbird.',
});

@ObjectType('CalendarFeed', {
  description: 'An address at which a calendar reads your tasks with a due date, as iCalendar (RFC 5545).',
})
export class CalendarFeedType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'Its name, which calendars show.' })
  name!: string;

  @Field(() => ViewFilterType, { description: 'The tasks that it contains.' })
  filter!: ViewFilterType;

  @Field(() => CalendarFeedKind, { description: 'What it contains.' })
  as!: CalendarFeedKind;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull('When a calendar last read it, to the minute; null if never.'))
  lastFetchedAt!: Moment | null;
}

export const CreateCalendarFeedInput = inputOf('CreateCalendarFeed', {
  schema: createCalendarFeedSchema,
  descriptions: {
    name: `The name, which calendars show; ${oneTo(CALENDAR_FEEDS.nameMax)}.`,
    filter: { type: ViewFilterType, description: 'Which tasks it contains; all of yours by default.' },
    as: 'Whether it contains events or to-dos.',
  },
});

export const CreateCalendarFeedPayload = payloadOf('CreateCalendarFeed', {
  url: {
    type: String,
    description:
      'Its address, to subscribe to in a calendar. Everyone who has it can read the tasks. Returned only here.',
  },
  calendarFeed: { type: CalendarFeedType, description: 'The stored feed.' },
});

export const RevokeCalendarFeedInput = idInputOf('RevokeCalendarFeed', 'Which feed.');

export const RevokeCalendarFeedPayload = payloadOf('RevokeCalendarFeed', { calendarFeedId: 'The revoked feed.' });
