import { CALENDAR_FEEDS } from '../../contract/limits.js';
import { call, listOf, type Row, write } from '../request/restRow.js';
import { readCalendarFeeds } from './calendarFeed.reads.js';

/** The viewer's calendar feeds. Calendars read them at `/calendar/TOKEN.ics`, outside the API. */
export const calendarFeedRoutes: readonly Row[] = [
  call('get', '/calendar-feeds', 'calendarFeeds', {
    summary: 'Your calendar feeds',
    cost: CALENDAR_FEEDS.max,
    answer: listOf('CalendarFeed'),
    run: readCalendarFeeds,
  }),
  write('post', '/calendar-feeds', 'createCalendarFeed', 'Create a calendar feed; its address is answered only once', {
    status: 201,
    payload: 'CalendarFeedCreated',
    refuses: ['CONFLICT', 'RATE_LIMITED'],
  }),
  write('delete', '/calendar-feeds/:id', 'revokeCalendarFeed', 'Revoke one of your calendar feeds'),
];
