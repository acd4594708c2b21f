import { Migration } from '@mikro-orm/migrations';

/** The number of notifications by change set: the parts of a bulk run can be undone before it ends. */
export class Migration20261128190000_deferred_parts extends Migration {
  override up(): void {
    this.addSql(`alter table held_notice add column parts jsonb not null default '{}'`);
  }
}
