/** The element that says what keys do in the calendar. */
export const CALENDAR_HELP_ID = 'calendar-help';
