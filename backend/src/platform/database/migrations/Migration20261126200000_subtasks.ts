import { Migration } from '@mikro-orm/migrations';

/** Subtasks, start dates, and relations between tasks. */
export class Migration20261126200000_subtasks extends Migration {
  override up(): void {
    this.addSql('alter table task add column start_date date');
    // @older versions: they write no parents.
    this.addSql(
      'alter table task add column parent_id uuid constraint task_parent_id_foreign references task (id) on delete set null',
    );
    this.addSql('create index task_parent_id_index on task (parent_id) include (status) where parent_id is not null');
    this.addSql(`create table task_relation (
      id uuid primary key,
      project_id uuid not null constraint task_relation_project_id_foreign references project (id) on delete cascade,
      task_id uuid not null constraint task_relation_task_id_foreign references task (id) on delete cascade,
      other_id uuid not null constraint task_relation_other_id_foreign references task (id) on delete cascade,
      kind text not null check (kind in ('BLOCKS', 'RELATES', 'DUPLICATES')),
      creator_id uuid not null constraint task_relation_creator_id_foreign references account (id),
      created_at timestamptz(3) not null,
      version int not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int
    )`);
    this.addSql('create index task_relation_task_id_index on task_relation (task_id, kind)');
    this.addSql('create index task_relation_other_id_index on task_relation (other_id, kind)');
    this.addSql('create index task_relation_project_id_index on task_relation (project_id)');
    this.addSql(
      'create index task_relation_deleted_at_index on task_relation (deleted_at) where deleted_at is not null',
    );
  }
}
