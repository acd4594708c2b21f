import { Migration } from '@mikro-orm/migrations';

/** Preferences, password resets, text search. */
export class Migration20261121020000_account extends Migration {
  override up(): void {
    this.addSql(`alter table account add column preferences jsonb not null default '{}'
      check (jsonb_typeof(preferences) = 'object')`);
    this.addSql(`create table password_reset (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      token_hash text not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`);
    this.addSql('create index password_reset_user_id_index on password_reset (user_id)');

    // search: a substring of folded text; unaccent is not immutable, so a wrapper declares it
    this.addSql('create extension if not exists unaccent');
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(`create function fold(value text) returns text language sql immutable strict parallel safe
      return lower(public.unaccent('public.unaccent'::regdictionary, value))`);
    this.addSql(`create index task_search_index on task using gin (fold(title || E'\\n' || description) gin_trgm_ops)
      where deleted_at is null`);

    // a person is notified of a due date once
    this.addSql(`create table due_notice (
      task_id uuid not null references task (id) on delete cascade,
      user_id uuid not null references account (id) on delete cascade,
      kind text not null,
      due_date timestamptz(3) not null,
      at timestamptz(3) not null,
      primary key (task_id, user_id, kind, due_date)
    )`);
    this.addSql(`create index task_due_date_index on task (due_date) where deleted_at is null and status <> 'DONE'`);

    // the state of a month ago, from the log
    this.addSql(`create index change_task_state_index on change (project_id, at)
      where entity = 'task' and (fields ?| '{status,dueDate,deletedAt}' or action <> 'updated')`);
  }
}
