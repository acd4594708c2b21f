import { Migration } from '@mikro-orm/migrations';

/** Which weekly digests a person was sent. */
export class Migration20261121040000_digest extends Migration {
  override up(): void {
    this.addSql(`create table digest_notice (
      user_id uuid not null references account (id) on delete cascade,
      week date not null,
      primary key (user_id, week)
    )`);
  }
}
