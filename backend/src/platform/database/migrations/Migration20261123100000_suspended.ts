import { Migration } from '@mikro-orm/migrations';

/** Suspended accounts, and the former keys of recovery codes, sealed with the current `SECRET_KEY`. */
export class Migration20261123100000_suspended extends Migration {
  override up(): void {
    this.addSql('alter table account add column suspended_at timestamptz(3)');
    this.addSql(`create table retired_hash_key (
      -- in the order of their use
      position integer primary key,
      key text not null
    )`);
  }
}
