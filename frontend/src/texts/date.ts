/** What the field for a day and its time says. */
export const dateTexts = {
  placeholder: 'fri, Nov 25, tomorrow 5pm',
  choose: 'Choose a day',
  take: 'Set due date',
  takeShort: 'Set',
  remove: 'Remove due date',
  clear: 'Clear date',
  time: 'Time',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  quick: { label: 'Quick choices', today: 'Today', tomorrow: 'Tomorrow', nextWeek: 'Next week' },
  /** Below what is typed. */
  hint: 'A day, with or without a time',
  none: 'No due date',
  /** After what was understood. */
  past: (moment: string) => `${moment} (past)`,
  notUnderstood: 'Not understood',
  /** A stretch of days. */
  range: {
    from: 'From',
    to: 'To',
    placeholder: 'Any day',
    next: { from: 'Write or choose the first day', to: 'Write or choose the last day' },
  },
};
