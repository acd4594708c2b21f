import { t } from '@lingui/core/macro';

/** Shared texts: names of values, and phrases with dates. */
export const libTexts = {
  status: { TODO: t`To Do`, IN_PROGRESS: t`In Progress`, IN_REVIEW: t`In Review`, DONE: t`Done` },
  priority: { LOW: t`Low`, MEDIUM: t`Medium`, HIGH: t`High`, URGENT: t`Urgent` },
  /** Initials if there is no user. */
  noInitials: t`U`,
  today: t`Today`,
  yesterday: t`Yesterday`,
  todayAt: (time: string) => t`Today at ${time}`,
  yesterdayAt: (time: string) => t`Yesterday at ${time}`,
  /** A duration, such as '2 days'. */
  overdueBy: (span: string) => t`Overdue by ${span}`,
  dueToday: t`Due today`,
  dueTodayAt: (time: string) => t`Due today at ${time}`,
  due: (day: string) => t`Due ${day}`,
};
