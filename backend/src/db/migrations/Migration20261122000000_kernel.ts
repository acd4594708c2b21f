import { Migration } from '@mikro-orm/migrations';

/** Which database this is, and which lines of the log only came along with others. */
export class Migration20261122000000_kernel extends Migration {
  override up(): void {
    // one row; a restore gives it a new id, so that nobody goes on from positions of a past that is no more
    this.addSql('create table epoch (one boolean primary key default true check (one), id uuid not null)');
    this.addSql('insert into epoch (id) values (gen_random_uuid())');

    // null: what somebody did; 'respaced' or 'cascade': why the object changed along with it
    this.addSql('alter table change add column because text');

    // the comments of a project that is purged
    this.addSql('create index comment_project_id_index on comment (project_id)');
  }
}
