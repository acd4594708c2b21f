import { Migration } from '@mikro-orm/migrations';

/** Accounts that are being deleted, and what is blanked of them in the end. */
export class Migration20261122080000_leave extends Migration {
  override up(): void {
    // null: nobody is leaving; it stays when all is over, so that one condition finds who is here
    this.addSql(`alter table account add column deletion_at timestamptz(3), add column blanked_at timestamptz(3),
      alter column email drop not null`);
    this.addSql(`create index account_deletion_at_index on account (deletion_at)
      where deletion_at is not null and blanked_at is null`);
    // what was deleted along with an account: restoring it takes exactly these back
    this.addSql(`create table deletion_project (
      user_id uuid not null references account (id) on delete cascade,
      project_id uuid not null references project (id) on delete cascade,
      primary key (user_id, project_id)
    )`);
    this.addSql('create index deletion_project_project_id_index on deletion_project (project_id)');
  }
}
