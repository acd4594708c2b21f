import { Migration } from '@mikro-orm/migrations';

/** Imports with their reports, and where tasks and comments come from. Nothing needs a backfill. */
export class Migration20261127150000_imports extends Migration {
  override up(): void {
    this.addSql(`create table import (
      id uuid not null primary key,
      user_id uuid not null references account (id) on delete cascade,
      source text not null,
      state text not null,
      dry_run boolean not null,
      -- the project that the objects are in, which a new one has from its first part on
      target_id uuid not null,
      project_id uuid references project (id) on delete cascade deferrable initially deferred,
      new_project jsonb,
      mapping jsonb not null,
      people jsonb not null,
      file_id uuid,
      size bigint,
      plan jsonb,
      report jsonb not null,
      failure text,
      attempt int not null default 0,
      part int not null default 0,
      done int not null default 0,
      total int not null default 0,
      -- the revisions of the project in which it wrote
      first_revision int,
      last_revision int,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index import_user_id_index on import (user_id, created_at)');
    this.addSql('create index import_project_id_index on import (project_id)');
    this.addSql('create index import_file_id_index on import (file_id)');
    this.addSql(`create table import_line (
      import_id uuid not null references import (id) on delete cascade,
      n int not null,
      -- a line of a task goes with it
      task_id uuid references task (id) on delete cascade deferrable initially deferred,
      is_refused boolean not null,
      item text not null,
      what text not null,
      why text not null,
      primary key (import_id, n)
    )`);
    this.addSql('create index import_line_task_id_index on import_line (task_id) where task_id is not null');
    this.addSql(`create table task_origin (
      task_id uuid not null primary key references task (id) on delete cascade,
      source text not null,
      id text not null,
      url text
    )`);
    this.addSql('alter table comment add column imported_from jsonb');
  }
}
