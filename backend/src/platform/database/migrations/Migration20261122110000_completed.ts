import { Migration } from '@mikro-orm/migrations';

/**
 * Completion times: from the last log line that completed the task, else from its last change. Adds the missing indexes for
 * orders, and removes commas from tags, because lists of tags are now separated by them.
 */
export class Migration20261122110000_completed extends Migration {
  override up(): void {
    this.addSql('alter table task add column completed_at timestamptz(3)');
    this.addSql(`update task t set completed_at = coalesce(
        (select max(c.at) from change c
         where c.project_id = t.project_id and c.entity_id = t.id and c.entity = 'task' and c.fields #>> '{status,1}' = 'DONE'),
        t.updated_at)
      where t.status = 'DONE'`);
    this.addSql(`update task t set tags = array(
        select tag from (
          select trim(regexp_replace(tag, '[,\\s]*,[,\\s]*', ' ', 'g')) as tag, min(n) as n
          from unnest(t.tags) with ordinality as old(tag, n) group by 1) as clean
        where tag <> '' order by n)
      where array_to_string(t.tags, '') like '%,%'`);
    this.addSql(`create index task_project_id_due_date_desc_index on task
      (project_id, coalesce(due_date, '-infinity'::timestamptz), id) where deleted_at is null`);
    this.addSql(`create index task_project_id_completed_at_index on task
      (project_id, coalesce(completed_at, 'infinity'::timestamptz), id) where deleted_at is null`);
    this.addSql(`create index task_project_id_completed_at_desc_index on task
      (project_id, coalesce(completed_at, '-infinity'::timestamptz), id) where deleted_at is null`);
    this.addSql('analyze task');
  }
}
