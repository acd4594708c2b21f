import { Migration } from '@mikro-orm/migrations';

/** Sign-in by an OpenID Connect provider. */
export class Migration20261126022300_oidc extends Migration {
  override up(): void {
    this.addSql(`create table identity (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- a person at a provider, who keeps both even if every other claim changes
      issuer text not null,
      subject text not null,
      -- as the provider last named it
      email text,
      linked_at timestamptz(3) not null,
      last_used_at timestamptz(3),
      constraint identity_subject_unique unique (issuer, subject)
    )`);
    this.addSql('create index identity_user_id_index on identity (user_id)');
    this.addSql(`create table oidc_attempt (
      state_hash text primary key,
      -- SIGN_IN, LINK or PROOF
      purpose text not null,
      -- null for a sign-in
      user_id uuid references account (id) on delete cascade,
      session_id uuid,
      -- the PKCE challenge; only the browser tab has the verifier
      challenge text not null,
      nonce text not null,
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index oidc_attempt_expires_at_index on oidc_attempt (expires_at)');
    this.addSql('create index oidc_attempt_user_id_index on oidc_attempt (user_id)');
    this.addSql(`create table sign_in_proof (
      token_hash text primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- it works only in this session
      session_id uuid not null,
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index sign_in_proof_user_id_index on sign_in_proof (user_id)');
    this.addSql('create index sign_in_proof_expires_at_index on sign_in_proof (expires_at)');
  }
}
