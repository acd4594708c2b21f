import { Migration } from '@mikro-orm/migrations';

/** Log lines about purged tasks, whose number validates cached timelines, and an index of open tasks by assignee. */
export class Migration20261122210000_blanked extends Migration {
  override up(): void {
    this.addSql(`create index change_blanked_index on change (project_id) where entity = 'task' and fields = '{}'`);
    this.addSql(`create index task_open_assignee_index on task (project_id, assignee_id) include (due_date)
      where deleted_at is null and status <> 'DONE'`);
  }
}
