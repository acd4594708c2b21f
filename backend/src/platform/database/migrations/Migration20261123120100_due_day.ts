import { Migration } from '@mikro-orm/migrations';

/**
 * Days that tasks are due on. `due_day_time` is the due time that belongs to the day: older versions change `due_date` alone, and
 * the day then no longer counts.
 */
export class Migration20261123120100_due_day extends Migration {
  override up(): void {
    this.addSql('alter table task add column due_day date, add column due_day_time timestamptz(3)');
  }
}
