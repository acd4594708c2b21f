import type { TaskListNode } from './useTasks';
import type { ShownGroup } from './useTaskGroups';

/** A line of a list: the header of a group, one or more tasks, or a placeholder for tasks that have not loaded. */
export type Line =
  | { kind: 'head'; key: string; group: ShownGroup }
  | { kind: 'end'; key: string; group: ShownGroup }
  | { kind: 'tasks'; key: string; tasks: readonly TaskListNode[]; start: number; isFirst: boolean };

const tasksIn = (tasks: readonly TaskListNode[], columns: number, start: number): Line[] =>
  Array.from({ length: Math.ceil(tasks.length / columns) }, (_, line) => {
    const part = tasks.slice(line * columns, (line + 1) * columns);
    return { kind: 'tasks', key: part[0]?.id ?? '', tasks: part, start: start + line * columns, isFirst: line === 0 };
  });

/** Returns the lines of a list with this number of tasks per line. */
export const buildLines = (
  tasks: readonly TaskListNode[],
  groups: readonly ShownGroup[] | null,
  columns: number,
): readonly Line[] => {
  if (!groups) return tasksIn(tasks, columns, 0);
  let start = 0;
  return groups.flatMap((group): Line[] => {
    const lines: Line[] = [
      { kind: 'head', key: `head ${group.key}`, group },
      ...tasksIn(group.tasks, columns, start),
      ...(group.end === 'none' ? [] : [{ kind: 'end' as const, key: `end ${group.key}`, group }]),
    ];
    start += group.tasks.length;
    return lines;
  });
};
