import { Migration } from '@mikro-orm/migrations';

/** Addresses to which changes are sent, how far each has read the log of a project, and what was sent. */
export class Migration20261126160000_webhooks extends Migration {
  override up(): void {
    this.addSql(`create table webhook (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- null: all projects of the person
      project_id uuid,
      name text not null,
      url text not null,
      events text[] not null,
      format text not null,
      -- encrypted
      secret text not null,
      -- signs beside the present one until then
      previous_secret text,
      previous_until timestamptz(3),
      -- null: it is active
      pause_reason text,
      created_at timestamptz(3) not null,
      -- a webhook of a project ends when the person leaves the project
      foreign key (project_id, user_id) references project_member (project_id, user_id) on delete cascade
    )`);
    this.addSql('create index webhook_user_id_created_at_index on webhook (user_id, created_at, id)');
    this.addSql('create index webhook_project_id_user_id_index on webhook (project_id, user_id)');
    this.addSql(`create table webhook_cursor (
      webhook_id uuid not null references webhook (id) on delete cascade,
      project_id uuid not null references project (id) on delete cascade,
      -- the last change set that was sent or skipped, and its epoch
      revision int not null,
      epoch uuid not null,
      -- failed attempts to send the next one, since when, and when the next attempt is due
      attempts int not null default 0,
      failing_since timestamptz(3),
      next_at timestamptz(3),
      -- a process sends until then
      locked_until timestamptz(3),
      primary key (webhook_id, project_id)
    )`);
    this.addSql('create index webhook_cursor_project_id_index on webhook_cursor (project_id)');
    this.addSql('create index webhook_cursor_next_at_index on webhook_cursor (next_at) where next_at is not null');
    this.addSql(`create table webhook_delivery (
      id uuid primary key,
      webhook_id uuid not null references webhook (id) on delete cascade,
      -- null: a test message
      project_id uuid references project (id) on delete cascade,
      revision int,
      epoch uuid,
      message_id text not null,
      type text not null,
      state text not null,
      attempts int not null,
      created_at timestamptz(3) not null,
      attempted_at timestamptz(3) not null,
      next_at timestamptz(3),
      duration_ms int,
      status int,
      error text,
      -- without long texts; null: one of its objects was purged
      request text,
      response text,
      -- the objects that it quotes
      about uuid[] not null,
      unique (webhook_id, message_id)
    )`);
    this.addSql(
      'create index webhook_delivery_webhook_id_created_at_index on webhook_delivery (webhook_id, created_at, id)',
    );
    this.addSql('create index webhook_delivery_project_id_index on webhook_delivery (project_id)');
    this.addSql('create index webhook_delivery_created_at_index on webhook_delivery (created_at)');
    this.addSql('create index webhook_delivery_about_index on webhook_delivery using gin (about)');
  }
}
