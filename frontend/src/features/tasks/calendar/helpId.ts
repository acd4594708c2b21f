/** The elements that describe the keys of a day and of a task. */
export const DAY_HELP_ID = 'calendar-day-help';
export const TASK_HELP_ID = 'calendar-task-help';
