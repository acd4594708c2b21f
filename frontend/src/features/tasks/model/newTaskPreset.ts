import type { TaskStatus } from '@contract/enums';

/** A column for new tasks of its project. */
export interface NewTaskColumn {
  id: string;
  status: TaskStatus;
  projectId: string;
}

/** Puts new tasks into a column, if their status and project match the column. */
export const inColumn = <Task extends { status: TaskStatus; projectId: string }>(
  tasks: readonly Task[],
  column: NewTaskColumn | undefined,
): (Task & { columnId?: string })[] =>
  tasks.map((task) =>
    column && task.status === column.status && task.projectId === column.projectId
      ? { ...task, columnId: column.id }
      : task,
  );

/** The values that a new task starts with, besides its status. */
export interface NewTaskPreset {
  /** The day it is due, '2026-11-24'. */
  day?: string | undefined;
  projectId?: string | undefined;
  assigneeId?: string | undefined;
  /** Set on a board with several columns per status. */
  column?: NewTaskColumn | undefined;
}
