import { Migration } from '@mikro-orm/migrations';

/** Two-factor authentication, pending sign-ins, session details, and reverting a changed email address. */
export class Migration20261122050000_account extends Migration {
  override up(): void {
    this.addSql(`create table two_factor (
      user_id uuid primary key references account (id) on delete cascade,
      -- encrypted
      secret text not null,
      created_at timestamptz(3) not null,
      -- null: not switched on yet
      confirmed_at timestamptz(3),
      -- of the last code that was taken
      last_step bigint not null default 0
    )`);
    this.addSql(`create table recovery_code (
      user_id uuid not null references account (id) on delete cascade,
      hash text not null,
      used_at timestamptz(3),
      primary key (user_id, hash)
    )`);
    this.addSql(`create table login_challenge (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      token_hash text not null unique,
      device text,
      device_known boolean not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index login_challenge_user_id_index on login_challenge (user_id)');

    // false: a password reset by mail made the device known, but it has not signed in yet
    this.addSql('alter table device add column signed_in boolean not null default true');

    this.addSql(`alter table session add column address text, add column last_seen_at timestamptz(3),
      add column new_device boolean`);
    this.addSql(`update session set address = 'unknown', last_seen_at = created_at, new_device = false`);
    this.addSql(`alter table session alter column address set not null, alter column last_seen_at set not null,
      alter column new_device set not null`);

    this.addSql(`create table email_revert (
      id uuid primary key,
      -- in which order they were given up, whatever the clocks of several servers say
      n bigint not null generated always as identity,
      user_id uuid not null references account (id) on delete cascade,
      email text not null,
      -- null until the mail is written
      token_hash text unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- since then, until a new password is chosen by a mail, nobody may change what leads to the account
      reverted_at timestamptz(3)
    )`);
    this.addSql('create index email_revert_user_id_index on email_revert (user_id)');
    this.addSql('create index email_revert_email_index on email_revert (lower(email))');
  }
}
