import { Migration } from '@mikro-orm/migrations';

/** Checklists. The log of an object is now found across projects, because tasks move between them. */
export class Migration20261122130000_checklist extends Migration {
  override up(): void {
    this.addSql(`create table checklist_item (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      task_id uuid not null references task (id) on delete cascade,
      text text not null,
      done boolean not null,
      rank text collate "C" not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      deleted_by uuid,
      deleted_revision int,
      constraint checklist_item_task_id_rank_unique unique (task_id, rank) deferrable initially immediate
    )`);
    // counts for cards, without reading the items
    this.addSql(
      'create index checklist_item_task_id_index on checklist_item (task_id) include (done) where deleted_at is null',
    );
    this.addSql('create index checklist_item_project_id_index on checklist_item (project_id)');
    this.addSql(
      'create index checklist_item_deleted_at_index on checklist_item (deleted_at) where deleted_at is not null',
    );

    this.addSql('drop index change_entity_index');
    this.addSql('drop index change_entity_id_index');
    this.addSql('create index change_entity_index on change (entity_id, revision)');
  }
}
