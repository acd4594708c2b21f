import { Migration } from '@mikro-orm/migrations';

/** Addresses at which calendars read the tasks of a person. */
export class Migration20261126103000_calendar_feeds extends Migration {
  override up(): void {
    this.addSql(`create table calendar_feed (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      token_hash text not null unique,
      name text not null,
      -- as in saved_view
      filter jsonb not null,
      kind text not null check (kind in ('EVENTS', 'TODOS')),
      created_at timestamptz(3) not null,
      -- to the minute; null: never
      last_fetched_at timestamptz(3),
      -- null: it is valid
      revoked_at timestamptz(3)
    )`);
    this.addSql('create index calendar_feed_user_id_created_at_index on calendar_feed (user_id, created_at, id)');
  }
}
