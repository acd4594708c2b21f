import { Migration } from '@mikro-orm/migrations';

/** The parts of a bulk run can be undone one by one, so their notifications are kept apart until its end. */
export class Migration20261128190000_deferred_parts extends Migration {
  override up(): void {
    this.addSql(`alter table held_notice add column part text not null default ''`);
    this.addSql('alter table held_notice drop constraint held_notice_pkey, add primary key (act, user_id, kind, part)');
  }
}
