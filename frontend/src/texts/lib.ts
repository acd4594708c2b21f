import { t } from '@lingui/core/macro';

/** Words that every room says the same way: names of choices, and what is said around dates. */
export const libTexts = {
  status: { TODO: t`To Do`, IN_PROGRESS: t`In Progress`, IN_REVIEW: t`In Review`, DONE: t`Done` },
  priority: { LOW: t`Low`, MEDIUM: t`Medium`, HIGH: t`High`, URGENT: t`Urgent` },
  /** Initials when there is no user. */
  noInitials: t`U`,
  today: t`Today`,
  yesterday: t`Yesterday`,
  todayAt: (time: string) => t`Today at ${time}`,
  yesterdayAt: (time: string) => t`Yesterday at ${time}`,
  /** By so much, such as '2 days'. */
  overdueBy: (span: string) => t`Overdue by ${span}`,
  dueToday: t`Due today`,
  dueTodayAt: (time: string) => t`Due today at ${time}`,
  due: (day: string) => t`Due ${day}`,
};
