import { Migration } from '@mikro-orm/migrations';

/** Repeating tasks. A null column needs no backfill. */
export class Migration20261127030000_repeat extends Migration {
  override up(): void {
    this.addSql(`alter table task add column repeat jsonb, add column series_id uuid, add column occurrence int`);
    this.addSql('create index task_series_id_index on task (series_id, occurrence) where series_id is not null');
  }
}
