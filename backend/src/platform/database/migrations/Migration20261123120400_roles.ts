import { Migration } from '@mikro-orm/migrations';

/** The roles of people who only read, or read and comment. */
export class Migration20261123120400_roles extends Migration {
  override up(): void {
    this.addSql(`alter type project_role add value if not exists 'COMMENTER'`);
    this.addSql(`alter type project_role add value if not exists 'VIEWER'`);
  }
}
