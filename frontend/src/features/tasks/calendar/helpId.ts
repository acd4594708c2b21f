/** The elements that say what keys do on a day and on a task. */
export const DAY_HELP_ID = 'calendar-day-help';
export const TASK_HELP_ID = 'calendar-task-help';
