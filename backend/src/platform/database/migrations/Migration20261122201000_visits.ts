import { Migration } from '@mikro-orm/migrations';

/** How notifications are grouped in the bell, and when people last visited. */
export class Migration20261122201000_visits extends Migration {
  override up(): void {
    // must equal the expression of `groupOf` (notification.reads.ts)
    this.addSql(`create index notification_group_index on notification (user_id, (case
      when kind in ('DUE_SOON', 'OVERDUE') then kind || ':' || extract(day from created_at - timestamptz '1970-01-01 00:00+00')::text
      else coalesce(task_id, id)::text end), created_at desc, id desc)`);

    // the current visit, and the end of the one before
    this.addSql(`create table visit (
      user_id uuid primary key references account (id) on delete cascade,
      seen_at timestamptz(3) not null,
      previous_at timestamptz(3)
    )`);
  }
}
