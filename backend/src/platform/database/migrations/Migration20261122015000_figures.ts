import { Migration } from '@mikro-orm/migrations';

/** Indexes for the dashboard: open tasks by due date, and completion times. */
export class Migration20261122015000_figures extends Migration {
  override up(): void {
    this.addSql(`create index task_open_due_date_index on task (project_id, due_date)
      where deleted_at is null and status <> 'DONE'`);
    this.addSql(`create index change_completed_index on change (project_id, at) include (entity_id, revision)
      where entity = 'task' and fields #>> '{status,1}' = 'DONE'`);
  }
}
