import { Migration } from '@mikro-orm/migrations';

/** The objects that a grouped notification names, so that a purge finds it, and the times of sweeps. */
export class Migration20261123090000_erased extends Migration {
  override up(): void {
    this.addSql('alter table notification add column about uuid[]');
    this.addSql('create index notification_about_index on notification using gin (about) where about is not null');
    this.addSql('create table sweep (name text primary key, at timestamptz(3) not null)');
  }
}
