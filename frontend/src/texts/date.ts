/** What the field for a day and its time says. */
export const dateTexts = {
  placeholder: 'Nov 25, 5:00 PM',
  choose: 'Choose a day',
  take: 'Set due date',
  clear: 'Clear date',
  time: 'Time',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
};
