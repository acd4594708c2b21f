import { Migration } from '@mikro-orm/migrations';

/** Which life of the database this is, which lines of the log only came along with others, projects deleted by their mark. */
export class Migration20261122000000_kernel extends Migration {
  override up(): void {
    // one row; a restore gives it a new id, so that nobody goes on from positions of a past that is no more
    this.addSql('create table epoch (one boolean primary key default true check (one), id uuid not null)');
    this.addSql('insert into epoch (id) values (gen_random_uuid())');

    // null: what somebody did; 'respaced' or 'cascade': why the object changed along with it
    this.addSql('alter table change add column because text');

    // a deleted project's own mark says it all: what was marked with it is as it was
    for (const table of ['task', 'comment']) {
      this.addSql(`update ${table} set deleted_at = null, deleted_by = null, deleted_revision = null from project p
        where p.id = ${table}.project_id and p.deleted_revision = ${table}.deleted_revision`);
    }
    // the comments of a project that is purged
    this.addSql('create index comment_project_id_index on comment (project_id)');
  }
}
