import { Migration } from '@mikro-orm/migrations';

/** The change sets of a notification about several, which an undo of one of them keeps. Others have `act`. */
export class Migration20261130120000_notification_acts extends Migration {
  override up(): void {
    this.addSql('alter table notification add column acts text[]');
    this.addSql('create index notification_acts_index on notification using gin (acts) where acts is not null');
  }
}
