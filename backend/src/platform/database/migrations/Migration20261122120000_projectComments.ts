import { Migration } from '@mikro-orm/migrations';

/** An index for a project's comments in order. */
export class Migration20261122120000_projectComments extends Migration {
  override up(): void {
    this.addSql('create index comment_project_order_index on comment (project_id, created_at, id)');
    this.addSql('drop index comment_project_id_index');
  }
}
