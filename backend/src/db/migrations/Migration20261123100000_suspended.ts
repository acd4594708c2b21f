import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts that the operator has suspended, and the keys by which recovery codes were hashed before `SECRET_KEY` was replaced,
 * sealed with the present one.
 */
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
