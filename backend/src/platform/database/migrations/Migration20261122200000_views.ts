import { Migration } from '@mikro-orm/migrations';

/** Saved views of tasks. */
export class Migration20261122200000_views extends Migration {
  override up(): void {
    this.addSql(`create table saved_view (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- no foreign key: of one that is gone the view says so
      project_id uuid,
      name text not null,
      -- as the contract takes it, fields that filter nothing left out
      filter jsonb not null,
      order_by text not null,
      group_by text,
      layout text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`);
    this.addSql('create index saved_view_user_id_index on saved_view (user_id)');
  }
}
