import { Migration } from '@mikro-orm/migrations';

/** Notifications about several tasks, and indexes for the purge. */
export class Migration20261122030000_notices extends Migration {
  override up(): void {
    this.addSql('alter table notification add column count int not null default 1');
    this.addSql('create index notification_created_at_index on notification (created_at)');
    this.addSql('create index due_notice_due_date_index on due_notice (due_date)');
    this.addSql('create index password_reset_expires_at_index on password_reset (expires_at)');
    this.addSql('create index digest_notice_week_index on digest_notice (week)');
  }
}
