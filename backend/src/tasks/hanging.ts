import { type RawBuilder, sql } from 'kysely';

/**
 * What hangs on a task, by table, which the log calls alike, and what it has there: later rooms keep it, and it goes where the
 * task goes.
 */
export const HANGING: Readonly<Record<string, RawBuilder<unknown>>> = {
  checklist_item: sql`'text', text, 'done', done, 'rank', rank, 'taskId', task_id`,
  comment: sql`'text', text, 'authorId', author_id, 'taskId', task_id`,
};
