import { Migration } from '@mikro-orm/migrations';

/** Accounts that are being deleted. */
export class Migration20261122080000_leave extends Migration {
  override up(): void {
    // null: the account is active; the row stays after the deletion, so that one condition finds active people
    this.addSql(`alter table account add column deletion_at timestamptz(3), add column blanked_at timestamptz(3),
      alter column email drop not null`);
    this.addSql(`create index account_deletion_at_index on account (deletion_at)
      where deletion_at is not null and blanked_at is null`);
    // what was deleted with an account; restoring the account restores exactly this
    this.addSql(`create table deletion_project (
      user_id uuid not null references account (id) on delete cascade,
      project_id uuid not null references project (id) on delete cascade,
      primary key (user_id, project_id)
    )`);
    this.addSql('create index deletion_project_project_id_index on deletion_project (project_id)');
  }
}
