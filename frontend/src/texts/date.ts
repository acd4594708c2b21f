import { t } from '@lingui/core/macro';

/** Texts of the field for a date with an optional time. */
export const dateTexts = {
  placeholder: t`fri, Nov 25, tomorrow 5pm`,
  choose: t`Pick a date`,
  take: t`Set due date`,
  takeShort: t`Set`,
  remove: t`Remove due date`,
  clear: t`Clear date`,
  time: t`Time`,
  noTime: t`No time`,
  previousMonth: t`Previous month`,
  nextMonth: t`Next month`,
  quick: { label: t`Suggestions`, today: t`Today`, tomorrow: t`Tomorrow`, nextWeek: t`Next week` },
  /** Below the field. */
  hint: t`Date, with optional time`,
  none: t`No due date`,
  /** After what was understood. */
  past: (moment: string) => t`${moment}, in the past`,
  notUnderstood: t`Couldn’t read that date`,
  /** A stretch of days. */
  range: {
    from: t`From`,
    to: t`To`,
    placeholder: t`Any date`,
    next: { from: t`Type or pick a start date`, to: t`Type or pick an end date` },
  },
};
