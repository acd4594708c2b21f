import { Migration } from '@mikro-orm/migrations';

/** What reports of imports say, for other languages than English. What is there has only its English texts. */
export class Migration20261127210000_import_reasons extends Migration {
  override up(): void {
    // {item, what, why}: the things by kind and name, the reason by key and params
    this.addSql('alter table import_line add column words jsonb');
    this.addSql('alter table import add column failure_reason jsonb');
  }
}
