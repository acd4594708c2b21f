import { Migration } from '@mikro-orm/migrations';

/** What a notification says, as values. */
export class Migration20261124160000_notification_params extends Migration {
  override up(): void {
    this.addSql('alter table notification add column params jsonb');
  }
}
