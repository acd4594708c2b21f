import { Migration } from '@mikro-orm/migrations';

/**
 * The hash of a write's fields with sorted keys. Processes of 0.3.0 write `input_hash` alone, so this column is null in
 * their rows; they read `input_hash`, which is still written.
 */
export class Migration20261123080000_fields_hash extends Migration {
  override up(): void {
    this.addSql('alter table idempotency add column fields_hash text');
  }
}
