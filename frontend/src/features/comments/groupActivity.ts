import type { ChangeAction, ChangeEntity } from '@contract/enums';
import { FIELD_ORDER } from '../../texts/taskFields';

/** The fields that decide which lines share a row. */
export interface GroupableLine {
  entity: ChangeEntity;
  action: ChangeAction;
  fields: Record<string, unknown>;
  at: string;
  actor: { id: string } | null;
  taskId: string | null;
  projectId: string;
  /** The revision of the project that identifies the change set. */
  revision: number;
}

/** The lines of a row, newest first. */
export type LineGroup<Line> = readonly [Line, ...Line[]];

/** Changes of one task by one person within this time are one row. */
const HOUR_MS = 3_600_000;

const TASK_ENTITIES: ReadonlySet<GroupableLine['entity']> = new Set([
  'TASK',
  'TASK_RELATION',
  'CHECKLIST_ITEM',
  'COMMENT',
  'ATTACHMENT',
]);

/** Whether it is about a task, its files, its checklist or its comments. */
export const isAboutTask = ({ entity }: Pick<GroupableLine, 'entity'>): boolean => TASK_ENTITIES.has(entity);

/** Returns the visible fields that a line changed. A created task has none. */
export const changedFields = ({ action, fields }: Pick<GroupableLine, 'action' | 'fields'>): readonly string[] =>
  action === 'UPDATED' ? FIELD_ORDER.filter((name) => name in fields) : ['projectId'].filter((name) => name in fields);

/** Whether two lines are the same action on two tasks. */
const isSameAction = (a: GroupableLine, b: GroupableLine): boolean =>
  a.entity === 'TASK' &&
  b.entity === 'TASK' &&
  a.projectId === b.projectId &&
  a.revision === b.revision &&
  a.action === b.action &&
  changedFields(a).join() === changedFields(b).join();

/** Whether two lines are changes of one task by one person within an hour. */
const isSameTask = (a: GroupableLine, b: GroupableLine): boolean =>
  a.taskId !== null &&
  a.taskId === b.taskId &&
  a.projectId === b.projectId &&
  a.actor?.id === b.actor?.id &&
  Date.parse(a.at) - Date.parse(b.at) < HOUR_MS;

/** Groups adjacent items that are alike. Each item is compared with the first one of its group. */
const groupAdjacent = <Item>(
  items: readonly Item[],
  isAlike: (first: Item, next: Item) => boolean,
): readonly LineGroup<Item>[] => {
  const rows: [Item, ...Item[]][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && isAlike(row[0], item)) row.push(item);
    else rows.push([item]);
  }
  return rows;
};

/** Whether the row is one action on several tasks. */
export const isBulkChange = ([first, second]: LineGroup<GroupableLine>): boolean =>
  second !== undefined && isSameAction(first, second);

/**
 * Returns the rows of a list of activity, newest first: one action on several tasks is one row, and so are one person's
 * changes of one task within an hour. Other lines have a row each.
 */
export const groupActivity = <Line extends GroupableLine>(lines: readonly Line[]): readonly LineGroup<Line>[] =>
  groupAdjacent(
    groupAdjacent(lines, isSameAction),
    (row, next) => row.length === 1 && next.length === 1 && isSameTask(row[0], next[0]),
  ).map(([[first, ...others], ...more]): LineGroup<Line> => [first, ...others, ...more.flat()]);
