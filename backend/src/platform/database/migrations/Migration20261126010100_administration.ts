import { Migration } from '@mikro-orm/migrations';

/** The audit log, the settings and state of the server, and invitations to the server. */
export class Migration20261126010100_administration extends Migration {
  override up(): void {
    // without foreign keys: the log outlives what it is about
    this.addSql(`create table security_event (
      id uuid primary key,
      at timestamptz(3) not null,
      kind text not null,
      is_failure boolean not null,
      -- whose account; null if it has none
      user_id uuid,
      -- who did it, if another person
      actor_id uuid,
      address text,
      details jsonb not null
    )`);
    this.addSql('create index security_event_at_id_index on security_event (at, id)');
    this.addSql('create index security_event_user_id_at_index on security_event (user_id, at)');
    this.addSql('create index security_event_actor_id_at_index on security_event (actor_id, at)');
    // by name: the sign-up mode that an administrator has chosen, and the last failure of the mail server
    this.addSql(`create table server_value (
      name text primary key,
      value jsonb not null,
      at timestamptz(3) not null
    )`);
    this.addSql(`create table account_invitation (
      id uuid primary key,
      email text not null,
      inviter_id uuid not null references account (id) on delete cascade,
      -- null until the mail is written
      token_hash text unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- null: it waits, or has expired
      ended_at timestamptz(3)
    )`);
    this.addSql(`create unique index account_invitation_email_unique on account_invitation (lower(email))
      where ended_at is null`);
    this.addSql('create index account_invitation_inviter_id_index on account_invitation (inviter_id)');
  }
}
