import { Migration } from '@mikro-orm/migrations';

/** Downloads of a person's own data: their state, and the archive in parts. */
export class Migration20261122070000_export extends Migration {
  override up(): void {
    this.addSql(`create table export (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      status text not null default 'RUNNING',
      progress int not null default 0,
      -- who writes the archive: whoever begins anew takes the next one, and all before write no more
      attempt int not null default 0,
      size bigint,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      -- until then it is kept, however it stands
      expires_at timestamptz(3) not null
    )`);
    this.addSql(`create unique index export_running_unique on export (user_id) where status = 'RUNNING'`);
    this.addSql('create index export_user_id_index on export (user_id, created_at)');
    this.addSql('create index export_expires_at_index on export (expires_at)');
    this.addSql(`create table export_part (
      export_id uuid not null references export (id) on delete cascade,
      attempt int not null,
      n int not null,
      data bytea not null,
      primary key (export_id, attempt, n)
    )`);
    // an archive is already compressed
    this.addSql('alter table export_part alter column data set storage external');
  }
}
