import * as v from 'valibot';
import { createColumnSchema } from '@contract/columns';
import type { TaskStatus } from '@contract/enums';
import type { ProjectColumn } from './columnCache';

export type ColumnFormFields = {
  name: string;
  /** '' for the color of the status. */
  color: string;
  /** A number, or '' for none. */
  limit: string;
  /** 'yes' or ''. */
  hidden: string;
};

const rules = v.pick(createColumnSchema, ['name', 'color', 'limit', 'hidden']);

/** The rules of a column, for a form with all of its fields. */
export const columnFormSchema = v.pipe(
  v.object({ name: v.string(), color: v.string(), limit: v.string(), hidden: v.string() }),
  v.transform(({ name, color, limit, hidden }): v.InferInput<typeof rules> => ({
    name,
    color: color || null,
    limit: limit.trim() === '' ? null : Number(limit),
    hidden: hidden !== '',
  })),
  rules,
);

export const emptyColumn: ColumnFormFields = { name: '', color: '', limit: '', hidden: '' };

export const toColumnFields = ({ name, color, limit, hidden }: ProjectColumn): ColumnFormFields => ({
  name,
  color: color ?? '',
  limit: limit === null ? '' : String(limit),
  hidden: hidden ? 'yes' : '',
});

/** The rules for the columns of a board. */
export type ColumnRequest =
  | { action: 'add'; status: TaskStatus; afterId: string | null }
  | { action: 'edit' | 'delete'; column: ProjectColumn };
