import { Migration } from '@mikro-orm/migrations';

/** Accounts, sessions, projects, members, tasks, comments, the change log and idempotency keys. */
export class Migration20261121000000_foundation extends Migration {
  override up(): void {
    this.addSql(`create type task_status as enum ('TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE')`);
    this.addSql(`create type task_priority as enum ('LOW', 'MEDIUM', 'HIGH', 'URGENT')`);
    this.addSql(`create type project_role as enum ('OWNER', 'MEMBER')`);

    this.addSql(`create table account (
      id uuid primary key,
      first_name text not null,
      last_name text not null,
      username text not null,
      email text not null,
      password_hash text not null,
      avatar text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`);
    this.addSql('create unique index account_email_unique on account (lower(email))');
    this.addSql('create unique index account_username_unique on account (lower(username))');

    this.addSql(`create table session (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      user_agent text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    )`);
    this.addSql('create index session_user_id_index on session (user_id)');

    this.addSql(`create table project (
      id uuid primary key,
      name text not null,
      description text not null,
      color text not null,
      revision int not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int
    )`);

    this.addSql(`create table project_member (
      project_id uuid not null references project (id) on delete cascade,
      user_id uuid not null references account (id) on delete cascade,
      role project_role not null,
      joined_at timestamptz(3) not null,
      primary key (project_id, user_id)
    )`);
    this.addSql('create index project_member_user_id_index on project_member (user_id, project_id)');

    // ranks are compared by bytes; the unique constraint is deferred for respacing
    this.addSql(`create table task (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      title text not null,
      description text not null,
      status task_status not null,
      priority task_priority not null,
      due_date timestamptz(3),
      tags text[] not null,
      rank text collate "C" not null,
      version int not null,
      creator_id uuid not null references account (id),
      assignee_id uuid references account (id),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int,
      constraint task_project_id_rank_unique unique (project_id, rank) deferrable initially immediate
    )`);
    this.addSql(
      'create index task_project_id_status_rank_index on task (project_id, status, rank, id) where deleted_at is null',
    );
    this.addSql(
      'create index task_project_id_created_at_index on task (project_id, created_at, id) where deleted_at is null',
    );
    this.addSql('create index task_assignee_id_index on task (assignee_id) where deleted_at is null');
    this.addSql('create index task_creator_id_index on task (creator_id) where deleted_at is null');

    this.addSql(`create table comment (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      task_id uuid not null references task (id) on delete cascade,
      author_id uuid not null references account (id),
      text text not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int
    )`);
    this.addSql('create index comment_task_id_index on comment (task_id, created_at, id)');

    // no foreign key to account: history outlives its actors
    this.addSql(`create table change (
      project_id uuid not null references project (id) on delete cascade,
      revision int not null,
      n int not null,
      entity text not null,
      entity_id uuid not null,
      action text not null,
      actor_id uuid not null,
      mutation_id text,
      fields jsonb not null,
      at timestamptz(3) not null,
      primary key (project_id, revision, n)
    )`);
    this.addSql('create index change_entity_index on change (project_id, entity_id, revision)');

    this.addSql(`create table idempotency (
      user_id uuid not null references account (id) on delete cascade,
      key text not null,
      operation text not null,
      input_hash text not null,
      result jsonb,
      at timestamptz(3) not null,
      primary key (user_id, key)
    )`);
    this.addSql('create index idempotency_at_index on idempotency (at)');
  }
}
