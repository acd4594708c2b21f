import { Migration } from '@mikro-orm/migrations';

/** Attachments of tasks. The content of a file is stored once, in parts, whatever it is attached to. */
export class Migration20261126220000_attachments extends Migration {
  override up(): void {
    this.addSql(`create table file (
      id uuid primary key,
      user_id uuid not null constraint file_user_id_foreign references account (id),
      sha256 bytea,
      size bigint not null default 0,
      type text,
      width int,
      height int,
      created_at timestamptz(3) not null,
      touched_at timestamptz(3) not null,
      upload_id uuid,
      in_s3 boolean not null default false,
      constraint file_sha256_unique unique (sha256),
      constraint file_upload_unique unique (user_id, upload_id)
    )`);
    this.addSql('create index file_touched_at_index on file (touched_at)');
    this.addSql('create index file_in_s3_index on file (in_s3, id)');
    this.addSql(`create table removed_object (
      key text primary key,
      removed_at timestamptz(3) not null
    )`);
    this.addSql(`create table file_part (
      file_id uuid not null constraint file_part_file_id_fkey references file (id) on delete cascade,
      n int not null,
      bytes bytea not null,
      primary key (file_id, n)
    )`);
    // Files are compressed already.
    this.addSql('alter table file_part alter column bytes set storage external');
    this.addSql(`create table file_thumbnail (
      file_id uuid primary key constraint file_thumbnail_file_id_fkey references file (id) on delete cascade,
      bytes bytea not null
    )`);
    this.addSql('alter table file_thumbnail alter column bytes set storage external');
    this.addSql(`create table attachment (
      id uuid primary key,
      project_id uuid not null constraint attachment_project_id_foreign references project (id) on delete cascade,
      task_id uuid not null constraint attachment_task_id_foreign references task (id) on delete cascade,
      file_id uuid not null constraint attachment_file_id_fkey references file (id),
      creator_id uuid not null constraint attachment_creator_id_foreign references account (id),
      name text not null,
      type text not null,
      size bigint not null,
      width int,
      height int,
      has_thumbnail boolean not null,
      is_cover boolean not null,
      created_at timestamptz(3) not null,
      version int not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int
    )`);
    this.addSql('create index attachment_task_id_index on attachment (task_id) where deleted_at is null');
    this.addSql('create index attachment_project_id_index on attachment (project_id)');
    this.addSql('create index attachment_file_id_index on attachment (file_id)');
    this.addSql('create index attachment_creator_id_index on attachment (creator_id, created_at)');
    this.addSql('create index attachment_deleted_at_index on attachment (deleted_at) where deleted_at is not null');
  }
}
