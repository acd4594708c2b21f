import { Migration } from '@mikro-orm/migrations';

/** Search within projects. With the project in the same index, a frequent word reads only the viewer's tasks. */
export class Migration20261121050000_searchInProjects extends Migration {
  override up(): void {
    this.addSql('create extension if not exists btree_gin');
    this.addSql('drop index task_search_index');
    this.addSql(`create index task_search_index on task
      using gin (project_id, fold(title || E'\\n' || description) gin_trgm_ops) where deleted_at is null`);
  }
}
