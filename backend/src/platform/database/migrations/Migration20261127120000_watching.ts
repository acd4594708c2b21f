import { Migration } from '@mikro-orm/migrations';

/** Who watches or has muted what, and snoozed notifications. None of it is in a project's log. */
export class Migration20261127120000_watching extends Migration {
  override up(): void {
    this.addSql(`create table task_watch (
      task_id uuid not null references task (id) on delete cascade,
      user_id uuid not null references account (id) on delete cascade,
      -- false: they want to hear of mentions and assignments alone
      watches boolean not null,
      at timestamptz(3) not null,
      primary key (task_id, user_id)
    )`);
    this.addSql('create index task_watch_user_id_index on task_watch (user_id)');
    this.addSql(`create table project_mute (
      project_id uuid not null,
      user_id uuid not null references account (id) on delete cascade,
      at timestamptz(3) not null,
      primary key (project_id, user_id),
      -- who leaves and comes back hears of it again
      foreign key (project_id, user_id) references project_member (project_id, user_id) on delete cascade
    )`);
    this.addSql('alter table notification add column snoozed_until timestamptz(3)');
    this.addSql(
      'create index notification_snoozed_index on notification (snoozed_until, user_id) where snoozed_until is not null',
    );
  }
}
