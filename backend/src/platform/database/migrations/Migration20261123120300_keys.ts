import { Migration } from '@mikro-orm/migrations';

/** Keys of projects and numbers of tasks. */
export class Migration20261123120300_keys extends Migration {
  override up(): void {
    // null until the backfill job has proposed one
    this.addSql('alter table project add column key text');
    this.addSql('create index project_key_index on project (key)');
    this.addSql(`create table former_project_key (
      key text not null,
      project_id uuid not null references project on delete cascade,
      primary key (key, project_id)
    )`);
    this.addSql('create index former_project_key_project_id_index on former_project_key (project_id)');
    // One row for each project that a task has been in. Rows of purged tasks stay, so that no number is used again.
    this.addSql(`create table task_number (
      project_id uuid not null references project on delete cascade,
      number integer not null,
      task_id uuid not null,
      primary key (project_id, number),
      unique (task_id, project_id)
    )`);
  }
}
