import { Migration } from '@mikro-orm/migrations';

/** The pictures of people, which until now were addresses that nothing could set. */
export class Migration20261122060000_avatar extends Migration {
  override up(): void {
    this.addSql(`create table avatar (
      user_id uuid primary key references account (id) on delete cascade,
      -- in its address, which is all that is needed to see it; a new one for each picture
      id uuid not null unique,
      picture bytea not null
    )`);
    // packed already
    this.addSql('alter table avatar alter column picture set storage external');
    // pages load no pictures from other sites any more, and whoever wrote one here did it past the app
    this.addSql('update account set avatar = null where avatar is not null');
  }
}
