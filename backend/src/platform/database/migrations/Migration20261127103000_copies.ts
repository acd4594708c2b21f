import { Migration } from '@mikro-orm/migrations';

/** Templates, and comments that were copied with their task. Constant defaults need no backfill. */
export class Migration20261127103000_copies extends Migration {
  override up(): void {
    this.addSql('alter table project add column is_template boolean not null default false');
    this.addSql(`alter table comment
      add column copied_author_id uuid constraint comment_copied_author_id_foreign references account (id) on delete set null,
      add column copied_at timestamptz(3)`);
  }
}
