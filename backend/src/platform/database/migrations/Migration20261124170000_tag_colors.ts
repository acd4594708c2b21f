import { Migration } from '@mikro-orm/migrations';

/** The colors of a project's tags by their names. */
export class Migration20261124170000_tag_colors extends Migration {
  override up(): void {
    this.addSql(`alter table project add column tag_colors jsonb not null default '{}'`);
  }
}
