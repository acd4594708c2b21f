import { Migration } from '@mikro-orm/migrations';

/** Profile pictures. They were URLs until now, which nothing could set. */
export class Migration20261122060000_avatar extends Migration {
  override up(): void {
    this.addSql(`create table avatar (
      user_id uuid primary key references account (id) on delete cascade,
      -- in its address, which is all that is needed to see it; a new one for each picture
      id uuid not null unique,
      picture bytea not null
    )`);
    // already compressed
    this.addSql('alter table avatar alter column picture set storage external');
    // pages no longer load pictures from other sites, and the app never wrote a URL here
    this.addSql('update account set avatar = null where avatar is not null');
  }
}
