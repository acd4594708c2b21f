import { Migration } from '@mikro-orm/migrations';

/**
 * Lines of the log about tasks that are gone for good: what is remembered of a project's past holds as long as there are as many;
 * and whose the open tasks are, which are counted by person.
 */
export class Migration20261122210000_blanked extends Migration {
  override up(): void {
    this.addSql(`create index change_blanked_index on change (project_id) where entity = 'task' and fields = '{}'`);
    this.addSql(`create index task_open_assignee_index on task (project_id, assignee_id) include (due_date)
      where deleted_at is null and status <> 'DONE'`);
  }
}
