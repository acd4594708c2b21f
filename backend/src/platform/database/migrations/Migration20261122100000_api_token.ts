import { Migration } from '@mikro-orm/migrations';

/** API tokens, and the token that started a bulk run. */
export class Migration20261122100000_api_token extends Migration {
  override up(): void {
    this.addSql(`create table api_token (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      name text not null,
      scope text not null check (scope in ('READ', 'WRITE')),
      -- null: all of the person's
      project_ids uuid[],
      token_hash text not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- to the minute
      last_used_at timestamptz(3),
      revoked_at timestamptz(3),
      -- that its end is near
      told_at timestamptz(3)
    )`);
    this.addSql('create index api_token_user_id_index on api_token (user_id)');
    this.addSql('create index api_token_expires_at_index on api_token (expires_at)');
    this.addSql('alter table bulk_run add column token_id uuid');
  }
}
