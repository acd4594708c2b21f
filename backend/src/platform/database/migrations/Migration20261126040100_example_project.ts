import { Migration } from '@mikro-orm/migrations';

/** Marks example projects, about which no one is notified. */
export class Migration20261126040100_example_project extends Migration {
  override up(): void {
    this.addSql(`alter table project add column is_example boolean not null default false`);
  }
}
