import { Migration } from '@mikro-orm/migrations';

/** Which request is sending the content of an upload: a later one takes over, and the earlier one can write no more. */
export class Migration20261128150000_upload_attempt extends Migration {
  override up(): void {
    this.addSql('alter table file add column attempt int not null default 0');
  }
}
