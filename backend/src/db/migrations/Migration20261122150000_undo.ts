import { Migration } from '@mikro-orm/migrations';

/**
 * Which change sets were taken back by which; which acts notifications tell of, and which sets a change of many tasks has
 * left, so that both can be found by them.
 */
export class Migration20261122150000_undo extends Migration {
  override up(): void {
    // of each line of a set that takes others of its project back: their revisions
    this.addSql('alter table change add column undo_of int[]');
    this.addSql(
      'create index change_undo_of_index on change (project_id, revision) where undo_of is not null and n = 0',
    );
    // keys of places that were given new ones since
    this.addSql(`create index change_respaced_index on change (project_id, revision) where because = 'respaced'`);
    // by project and revision, as the source of whatever a command has told begins
    this.addSql('alter table notification add column act text');
    this.addSql(
      String.raw`update notification set act = substring(source from '([0-9a-f]{8}-[0-9a-f-]{27}:\d+):') where not read`,
    );
    this.addSql('create index notification_act_index on notification (act) where act is not null and not read');
    this.addSql(`alter table bulk_run add column sets jsonb not null default '[]'`);
  }
}
