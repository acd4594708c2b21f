import { Migration } from '@mikro-orm/migrations';
import { foldTask } from '../../../../contract/fold.js';

interface Texts {
  id: string;
  title: string;
  description: string;
}

/** Tasks folded per statement. */
const BATCH = 5_000;

/**
 * Stores the folded text of a task, made by our own rules, which the client shares: PostgreSQL's `unaccent` differs between
 * versions. (The extension stays, because an earlier migration needs it.) Adds an index for each order, so that the cost of a
 * page depends only on its size.
 */
export class Migration20261122010000_foldedText extends Migration {
  override async up(): Promise<void> {
    await this.execute('drop index task_search_index');
    await this.execute('drop function fold(text)');
    await this.execute('create table task_fold (id uuid primary key, folded text not null)');
    await this.foldOthers();
    await this.execute(`create function task_fold_of(task_id uuid) returns text language sql stable
      return (select folded from task_fold where id = task_id)`);
    // One pass that rewrites the table: row by row would update every index, too.
    await this.execute('alter table task add column folded text collate "C"');
    await this.execute(`alter table task alter column folded set data type text collate "C" using
      coalesce(task_fold_of(id), lower((title || E'\\n' || description) collate "C"))`);
    await this.execute('alter table task alter column folded set not null');
    await this.execute('drop function task_fold_of(uuid)');
    await this.execute('drop table task_fold');

    await this.execute(`create index task_search_index on task
      using gin (project_id, folded gin_trgm_ops) where deleted_at is null`);
    await this.execute(
      'create index task_project_id_updated_at_index on task (project_id, updated_at, id) where deleted_at is null',
    );
    await this.execute(`create index task_project_id_due_date_index on task
      (project_id, coalesce(due_date, 'infinity'::timestamptz), id) where deleted_at is null`);
    await this.execute(
      'create index task_project_id_priority_index on task (project_id, priority, id) where deleted_at is null',
    );
    await this.execute(`create index task_project_id_title_index on task
      (project_id, left(split_part(folded, E'\\n', 1), 200), id) where deleted_at is null`);
    await this.execute('analyze task');
  }

  /** Folds the texts with non-ASCII characters; the others only need lower case. */
  private async foldOthers(): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = (await this.execute(
        `select id, title, description from task
         where id > ? and (title ~ '[^\\x01-\\x7f]' or description ~ '[^\\x01-\\x7f]') order by id limit ${BATCH}`,
        [last],
      )) as unknown as Texts[];
      const end = rows.at(-1);
      if (!end) return;
      const folded = rows.map((task) => ({ id: task.id, folded: foldTask(task) }));
      await this.execute(
        'insert into task_fold select * from jsonb_to_recordset(?::jsonb) as row (id uuid, folded text)',
        [JSON.stringify(folded)],
      );
      last = end.id;
    }
  }
}
