import { TASK_STATUSES, type TaskGrouping } from './enums.js';
import { NONE, type Days, type ListedTask, type TaskListFilter } from './taskList.js';
import { isOverdue } from './taskPlace.js';

/** Done tasks that were due before today, which belong to no other group. */
export const EARLIER = 'EARLIER';

/** Groups that exist without any tasks, in their order. Project and assignee groups are sorted by name. */
export const FIXED_GROUPS: Readonly<Partial<Record<TaskGrouping, readonly string[]>>> = {
  STATUS: TASK_STATUSES,
  DUE: ['OVERDUE', 'TODAY', 'WEEK', 'LATER', 'NONE', EARLIER],
};

/** Returns a task's group. `readTaskGroups` does the same in SQL; a test compares the two. */
export function findGroupKey(task: ListedTask, groupBy: TaskGrouping, now: Date, days: Days): string {
  switch (groupBy) {
    case 'STATUS':
      return task.status;
    case 'PROJECT':
      return task.projectId;
    case 'ASSIGNEE':
      return task.assigneeId ?? NONE;
    case 'DUE': {
      if (task.dueDate === null) return 'NONE';
      if (isOverdue(task.dueDate, task.status, now)) return 'OVERDUE';
      const due = Date.parse(task.dueDate);
      if (due < days.today.getTime()) return EARLIER;
      if (due < days.tomorrow.getTime()) return 'TODAY';
      return due < days.nextWeek.getTime() ? 'WEEK' : 'LATER';
    }
  }
}

/** Returns a filter that matches only the tasks of a group. Combined with a list's filter, it replaces its fields. */
export function createGroupFilter(groupBy: TaskGrouping, key: string, days: Days): TaskListFilter {
  switch (groupBy) {
    case 'STATUS':
      return { statuses: TASK_STATUSES.filter((status) => status === key) };
    case 'PROJECT':
      return { projectId: key };
    case 'ASSIGNEE':
      return { assigneeIds: [key] };
    case 'DUE': {
      const [today, tomorrow, nextWeek] = [days.today, days.tomorrow, days.nextWeek].map((day) => day.toISOString());
      if (key === 'NONE') return { due: 'NONE' };
      if (key === 'OVERDUE') return { overdue: true };
      if (key === 'TODAY') return { overdue: false, dueFrom: today, dueTo: tomorrow };
      if (key === 'WEEK') return { overdue: false, dueFrom: tomorrow, dueTo: nextWeek };
      return key === 'LATER' ? { overdue: false, dueFrom: nextWeek } : { overdue: false, dueTo: today };
    }
  }
}
