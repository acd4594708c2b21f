import { Migration } from '@mikro-orm/migrations';

/** Notifications, and the inbox that orders a person's notifications. */
export class Migration20261121010000_notifications extends Migration {
  override up(): void {
    this.addSql(`create table inbox (
      user_id uuid primary key references account (id) on delete cascade,
      revision int not null
    )`);

    // at most one notification per person and source
    this.addSql(`create table notification (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      kind text not null,
      title text not null,
      message text not null,
      read boolean not null,
      actor_id uuid references account (id) on delete set null,
      task_id uuid references task (id) on delete set null,
      project_id uuid references project (id) on delete set null,
      source text,
      created_at timestamptz(3) not null,
      constraint notification_user_id_source_unique unique (user_id, source)
    )`);
    this.addSql(
      'create index notification_user_id_created_at_index on notification (user_id, created_at desc, id desc)',
    );
    this.addSql('create index notification_user_id_unread_index on notification (user_id) where not read');
    this.addSql('create index notification_task_id_index on notification (task_id)');
    this.addSql('create index notification_project_id_index on notification (project_id)');

    // no foreign key on notification_id: a delete event names a row that no longer exists
    this.addSql(`create table notification_event (
      user_id uuid not null references account (id) on delete cascade,
      revision int not null,
      action text not null,
      notification_id uuid,
      unread_count int not null,
      at timestamptz(3) not null,
      primary key (user_id, revision)
    )`);
    this.addSql('create index notification_event_at_index on notification_event (at)');
    this.addSql('create index change_entity_id_index on change (entity_id)');
    this.addSql('create index session_expires_at_index on session (expires_at)');
    this.addSql('create index task_deleted_at_index on task (deleted_at) where deleted_at is not null');
    this.addSql('create index comment_deleted_at_index on comment (deleted_at) where deleted_at is not null');
    this.addSql('create index project_deleted_at_index on project (deleted_at) where deleted_at is not null');
  }
}
