import { Migration } from '@mikro-orm/migrations';

/** Records which change sets were undone by which. Notifications and bulk runs become findable by change set. */
export class Migration20261122150000_undo extends Migration {
  override up(): void {
    // on the lines of an undo: the revisions of the same project that it undoes
    this.addSql('alter table change add column undo_of int[]');
    this.addSql(
      'create index change_undo_of_index on change (project_id, revision) where undo_of is not null and n = 0',
    );
    // ranks that were replaced since
    this.addSql(`create index change_respaced_index on change (project_id, revision) where because = 'respaced'`);
    // by project and revision, which is how the source of a command's notifications begins
    this.addSql('alter table notification add column act text');
    this.addSql(
      String.raw`update notification set act = substring(source from '([0-9a-f]{8}-[0-9a-f-]{27}:\d+):') where not read`,
    );
    this.addSql('create index notification_act_index on notification (act) where act is not null and not read');
    this.addSql(`alter table bulk_run add column sets jsonb not null default '[]'`);
  }
}
