/** What the field for a day and its time says. */
export const dateTexts = {
  placeholder: 'fri, Nov 25, tomorrow 5pm',
  choose: 'Pick a date',
  take: 'Set due date',
  takeShort: 'Set',
  remove: 'Remove due date',
  clear: 'Clear date',
  time: 'Time',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  quick: { label: 'Suggestions', today: 'Today', tomorrow: 'Tomorrow', nextWeek: 'Next week' },
  /** Below what is typed. */
  hint: 'Date, with optional time',
  none: 'No due date',
  /** After what was understood. */
  past: (moment: string) => `${moment}, in the past`,
  notUnderstood: 'Couldn’t read that date',
  /** A stretch of days. */
  range: {
    from: 'From',
    to: 'To',
    placeholder: 'Any date',
    next: { from: 'Type or pick a start date', to: 'Type or pick an end date' },
  },
};
