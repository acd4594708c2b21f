import { Migration } from '@mikro-orm/migrations';

/** Verified email addresses, and administrators. */
export class Migration20261126010000_verified_email extends Migration {
  override up(): void {
    // A row per address and not a column of the account: older processes change an address without clearing a column.
    this.addSql(`create table verified_email (
      user_id uuid not null references account (id) on delete cascade,
      -- in lower case
      email text not null,
      verified_at timestamptz(3) not null,
      primary key (user_id, email)
    )`);
    this.addSql(`create table email_verification (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- in lower case; the link verifies only this address
      email text not null,
      token_hash text not null unique,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`);
    this.addSql('create index email_verification_user_id_index on email_verification (user_id, created_at)');
    // A link that was printed at a terminal does not prove that its user can read the mailbox.
    this.addSql('alter table password_reset add column mailed boolean not null default true');
    this.addSql('alter table account add column is_admin boolean not null default false');
    // True for the accounts of now, whose second factor must not fall to a reset link; false for all later ones.
    this.addSql('alter table account add column predates_verification boolean not null default true');
    this.addSql('alter table account alter column predates_verification set default false');
  }
}
