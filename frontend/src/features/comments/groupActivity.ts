import type { ChangeAction, ChangeEntity } from '@contract/enums';
import { FIELD_ORDER } from '../../texts/taskFields';

/** What decides which lines share a row. */
export interface Act {
  entity: ChangeEntity;
  action: ChangeAction;
  fields: Record<string, unknown>;
  at: string;
  actor: { id: string } | null;
  taskId: string | null;
  projectId: string;
  /** The change set of the project. */
  revision: number;
}

/** The lines of a row, the newest first. */
export type Acts<Line> = readonly [Line, ...Line[]];

/** Changes of one task by one person within this time are one row. */
const HOUR_MS = 3_600_000;

const PARTS: ReadonlySet<Act['entity']> = new Set(['TASK', 'TASK_RELATION', 'CHECKLIST_ITEM', 'COMMENT', 'ATTACHMENT']);

/** Whether it is about a task, its files, its checklist or its comments. */
export const isOfTask = ({ entity }: Pick<Act, 'entity'>): boolean => PARTS.has(entity);

/** Returns the fields of a task that a line changed, as far as they are shown. A task that was created is described by none. */
export const changedFields = ({ action, fields }: Pick<Act, 'action' | 'fields'>): readonly string[] =>
  action === 'UPDATED' ? FIELD_ORDER.filter((name) => name in fields) : ['projectId'].filter((name) => name in fields);

/** Did one act do the same to two tasks? */
const isSameAct = (a: Act, b: Act): boolean =>
  a.entity === 'TASK' &&
  b.entity === 'TASK' &&
  a.projectId === b.projectId &&
  a.revision === b.revision &&
  a.action === b.action &&
  changedFields(a).join() === changedFields(b).join();

/** Did one person change one task twice within an hour? */
const isSameTask = (a: Act, b: Act): boolean =>
  a.taskId !== null &&
  a.taskId === b.taskId &&
  a.projectId === b.projectId &&
  a.actor?.id === b.actor?.id &&
  Date.parse(a.at) - Date.parse(b.at) < HOUR_MS;

/** Puts neighbours together that are alike: each is compared with the first of its row. */
const fold = <Item>(items: readonly Item[], isAlike: (first: Item, next: Item) => boolean): readonly Acts<Item>[] => {
  const rows: [Item, ...Item[]][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && isAlike(row[0], item)) row.push(item);
    else rows.push([item]);
  }
  return rows;
};

/** Whether the row is one action on several tasks. */
export const isOfMany = ([first, second]: Acts<Act>): boolean => second !== undefined && isSameAct(first, second);

/**
 * Returns the rows of a list of activity, newest first: one action on several tasks is one row, and so are one person's
 * changes of one task within an hour. Other lines have a row each.
 */
export const groupActivity = <Line extends Act>(lines: readonly Line[]): readonly Acts<Line>[] =>
  fold(fold(lines, isSameAct), (row, next) => row.length === 1 && next.length === 1 && isSameTask(row[0], next[0])).map(
    ([[first, ...others], ...more]): Acts<Line> => [first, ...others, ...more.flat()],
  );
