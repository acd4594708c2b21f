import { Migration } from '@mikro-orm/migrations';

/** For the timeline, which shows tasks that have a start but no due date. */
export class Migration20261128180000_start_date extends Migration {
  override up(): void {
    this.addSql(`create index task_start_date_index on task (project_id, start_date)
      where start_date is not null and due_date is null and deleted_at is null`);
  }
}
