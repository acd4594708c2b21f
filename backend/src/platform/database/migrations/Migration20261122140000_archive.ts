import { Migration } from '@mikro-orm/migrations';

/** Archived projects, projects being purged, and indexes for the order of the trash. */
export class Migration20261122140000_archive extends Migration {
  override up(): void {
    this.addSql('alter table project add column archived_at timestamptz(3), add column purged_at timestamptz(3)');
    this.addSql('create index project_purged_at_index on project (purged_at) where purged_at is not null');
    this.addSql(`create index task_project_id_deleted_at_index on task
      (project_id, deleted_at, id) where deleted_at is not null`);
  }
}
