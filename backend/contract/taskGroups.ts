import { TASK_STATUSES, type TaskGrouping } from './enums.js';
import { addDays } from './localDays.js';
import { NONE, type Day, type Days, type ListedTask, type TaskListFilter } from './taskList.js';
import { isOverdue } from './taskPlace.js';

/** Done tasks that were due before today, which belong to no other group. */
export const EARLIER = 'EARLIER';

/** Groups that are listed even without tasks, in their order. Project and assignee groups are sorted by name. */
export const FIXED_GROUPS: Readonly<Partial<Record<TaskGrouping, readonly string[]>>> = {
  STATUS: TASK_STATUSES,
  DUE: ['OVERDUE', 'TODAY', 'WEEK', 'LATER', 'NONE', EARLIER],
};

/** Returns a task's group. `readTaskGroups` does the same in SQL; a test compares the two. */
export function findGroupKey(task: ListedTask, groupBy: TaskGrouping, now: Date, days: Days): string {
  switch (groupBy) {
    case 'STATUS':
      return task.status;
    case 'COLUMN':
      return task.columnId;
    case 'PROJECT':
      return task.projectId;
    case 'ASSIGNEE':
      return task.assigneeId ?? NONE;
    case 'DUE': {
      const { dueDate, dueDay } = task;
      if (dueDate === null) return 'NONE';
      if (isOverdue(task, now, days.today.date)) return 'OVERDUE';
      const isBefore = ({ date, start }: Day): boolean =>
        dueDay === null ? Date.parse(dueDate) < start.getTime() : dueDay < date;
      if (isBefore(days.today)) return EARLIER;
      if (isBefore(days.tomorrow)) return 'TODAY';
      return isBefore(days.nextWeek) ? 'WEEK' : 'LATER';
    }
  }
}

/** Returns a filter that matches only the tasks of a group, in the time zone of the days. Combined with a list's filter, it replaces its fields. */
export function createGroupFilter(groupBy: TaskGrouping, key: string, days: Days): TaskListFilter {
  switch (groupBy) {
    case 'STATUS':
      return { statuses: TASK_STATUSES.filter((status) => status === key) };
    case 'COLUMN':
      return { columnIds: [key] };
    case 'PROJECT':
      return { projectId: key };
    case 'ASSIGNEE':
      return { assigneeIds: [key] };
    case 'DUE': {
      const [today, tomorrow, nextWeek] = [days.today.date, days.tomorrow.date, days.nextWeek.date];
      if (key === 'NONE') return { due: 'NONE' };
      if (key === 'OVERDUE') return { overdue: true };
      if (key === 'TODAY') return { overdue: false, dueDayFrom: today, dueDayTo: today };
      if (key === 'WEEK') return { overdue: false, dueDayFrom: tomorrow, dueDayTo: addDays(nextWeek, -1) };
      return key === 'LATER'
        ? { overdue: false, dueDayFrom: nextWeek }
        : { overdue: false, dueDayTo: addDays(today, -1) };
    }
  }
}
