import { Migration } from '@mikro-orm/migrations';

/** Indexes for figures and activity: changes by project, status and person; assignments; time in progress. */
export class Migration20261122202000_figures extends Migration {
  override up(): void {
    this.addSql('create index change_activity_index on change (project_id, at) where because is null');
    this.addSql('create index change_actor_index on change (project_id, actor_id, at) where because is null');
    this.addSql(`create index change_assigned_index on change (project_id, at)
      where entity = 'task' and action = 'updated' and fields ? 'assigneeId'`);
    this.addSql(`create index change_started_index on change (entity_id, at) include (project_id)
      where entity = 'task' and fields #>> '{status,1}' = 'IN_PROGRESS'`);
  }
}
