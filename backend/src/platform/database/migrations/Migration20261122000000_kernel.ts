import { Migration } from '@mikro-orm/migrations';

/** The database's epoch, the cause of log lines that accompany others, and soft-deleted projects. */
export class Migration20261122000000_kernel extends Migration {
  override up(): void {
    // one row; a restore gives it a new id, so that clients drop positions of the lost history
    this.addSql('create table epoch (one boolean primary key default true check (one), id uuid not null)');
    this.addSql('insert into epoch (id) values (gen_random_uuid())');

    // null: a person's change; 'respaced' or 'cascade': the object changed because of another
    this.addSql('alter table change add column because text');

    // a deleted project is marked itself; its parts keep their own marks
    for (const table of ['task', 'comment']) {
      this.addSql(`update ${table} set deleted_at = null, deleted_by = null, deleted_revision = null from project p
        where p.id = ${table}.project_id and p.deleted_revision = ${table}.deleted_revision`);
    }
    // for the purge of a project's comments
    this.addSql('create index comment_project_id_index on comment (project_id)');
  }
}
