import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** Texts of the page of a shared link. */
export const visitorsTexts = {
  failed: t`Failed to load the board`,
  tooMany: t`Too many requests. Please wait a minute.`,
  offline: t`Can’t reach the server. You see the last loaded version.`,
  readOnly: t`View only`,
  expires: (day: string) => t`Available until ${day}`,
  ended: {
    title: t`This link no longer works`,
    text: t`It may have expired or been revoked. Ask the person who gave it to you for a new one.`,
  },
  empty: { title: t`No tasks yet`, text: t`Tasks appear here as soon as there are any.` },
  emptyColumn: t`No tasks`,
  password: {
    title: t`Enter the password`,
    text: t`This board is protected. Ask the person who gave you the link for the password.`,
    label: t`Password`,
    required: t`Password is required`,
    wrong: t`This password is not correct`,
    tooMany: t`Too many wrong passwords. Please try again in 15 minutes.`,
    submit: t`Open the board`,
    failed: t`Failed to open the board`,
  },
  tasks: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
  showMore: (column: string, left: number) => t`Show more of ${column}, ${{ left: number(left) }} left`,
  assignedTo: (initials: string) => t`Assigned to ${initials}`,
};
