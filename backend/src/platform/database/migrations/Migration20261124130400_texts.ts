import { Migration } from '@mikro-orm/migrations';

/** Long texts of the log, each once per project, and the objects whose lines have them. */
export class Migration20261124130400_texts extends Migration {
  override up(): void {
    this.addSql(`create table text_version (
      project_id uuid not null references project on delete cascade,
      sha256 bytea not null,
      text text not null,
      primary key (project_id, sha256)
    )`);
    // An object is deleted before its uses are, so they refer to none.
    this.addSql(`create table text_use (
      project_id uuid not null references project on delete cascade,
      sha256 bytea not null,
      entity_id uuid not null,
      primary key (entity_id, project_id, sha256)
    )`);
    this.addSql('create index text_use_project_id_sha256_index on text_use (project_id, sha256)');
  }
}
