import { Migration } from '@mikro-orm/migrations';

/** The token that started an import, which its revocation stops. */
export class Migration20261129120000_import_token extends Migration {
  override up(): void {
    this.addSql('alter table import add column token_id uuid');
  }
}
