/** Words that every room says the same way: names of choices, and what is said around dates. */
export const libTexts = {
  status: { TODO: 'To Do', IN_PROGRESS: 'In Progress', IN_REVIEW: 'In Review', DONE: 'Done' },
  priority: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', URGENT: 'Urgent' },
  /** Initials when there is no user. */
  noInitials: 'U',
  today: 'Today',
  yesterday: 'Yesterday',
  todayAt: (time: string) => `Today at ${time}`,
  yesterdayAt: (time: string) => `Yesterday at ${time}`,
  /** By so much, such as '2 days'. */
  overdueBy: (span: string) => `Overdue by ${span}`,
  dueTodayAt: (time: string) => `Due today at ${time}`,
  due: (day: string) => `Due ${day}`,
};
