import { Migration } from '@mikro-orm/migrations';

/** Columns of projects. A task without a column is in the home column of its status, so nothing is filled. */
export class Migration20261123120200_columns extends Migration {
  override up(): void {
    this.addSql(`create table "column" (
      id uuid primary key,
      project_id uuid not null constraint column_project_id_foreign references project (id) on delete cascade,
      name text not null,
      color text,
      status task_status not null,
      rank text collate "C" not null,
      "limit" int,
      hidden boolean not null,
      is_home boolean not null,
      target_id uuid,
      version int not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int
    )`);
    this.addSql('create index column_project_id_index on "column" (project_id, status)');
    this.addSql('create index column_deleted_at_index on "column" (deleted_at) where deleted_at is not null');
    this.addSql('alter table task add column column_id uuid');
  }
}
