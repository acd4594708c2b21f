import { Migration } from '@mikro-orm/migrations';

/** Counts of sign-ins and the like. Unlogged: after a crash of the database counting may begin anew. */
export class Migration20261121030000_rates extends Migration {
  override up(): void {
    // the order and the types of the columns are those that rate-limiter-flexible writes
    this.addSql(`create unlogged table rate (
      key text primary key,
      points int not null default 0,
      expire bigint
    )`);
  }
}
