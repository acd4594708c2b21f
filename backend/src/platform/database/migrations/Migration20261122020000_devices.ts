import { Migration } from '@mikro-orm/migrations';

/** The devices that people have signed in from; each has its own limit of password attempts. */
export class Migration20261122020000_devices extends Migration {
  override up(): void {
    this.addSql(`create table device (
      user_id uuid not null references account (id) on delete cascade,
      hash text not null,
      created_at timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      primary key (user_id, hash)
    )`);
    this.addSql('create index device_seen_at_index on device (seen_at)');
  }
}
