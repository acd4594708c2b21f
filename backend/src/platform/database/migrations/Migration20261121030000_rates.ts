import { Migration } from '@mikro-orm/migrations';

/** Rate-limit counters. The table is unlogged: a crash of the database can reset the counts. */
export class Migration20261121030000_rates extends Migration {
  override up(): void {
    // rate-limiter-flexible requires these columns in this order
    this.addSql(`create unlogged table rate (
      key text primary key,
      points int not null default 0,
      expire bigint
    )`);
  }
}
