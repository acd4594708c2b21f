import { Migration } from '@mikro-orm/migrations';

/** Bulk runs: changes of more tasks than one command takes, and the notifications they defer to their end. */
export class Migration20261122040000_bulkRuns extends Migration {
  override up(): void {
    this.addSql(`
      create table bulk_run (
        id uuid primary key,
        user_id uuid not null references account on delete cascade,
        change jsonb not null,
        ids uuid[] not null,
        part int not null default 0,
        total int not null,
        done int not null default 0,
        refusal text,
        state text not null default 'RUNNING',
        message text,
        created_at timestamptz not null,
        finished_at timestamptz
      )`);
    this.addSql(`create unique index bulk_run_running_unique on bulk_run (user_id) where state = 'RUNNING'`);
    this.addSql('create index bulk_run_user_id_index on bulk_run (user_id)');
    this.addSql('create index bulk_run_created_at_index on bulk_run (created_at)');
    this.addSql(`
      create table held_notice (
        act uuid not null references bulk_run on delete cascade,
        user_id uuid not null references account on delete cascade,
        kind text not null,
        count int not null,
        project_id uuid,
        told jsonb not null,
        primary key (act, user_id, kind)
      )`);
    this.addSql('create index held_notice_user_id_index on held_notice (user_id)');
  }
}
