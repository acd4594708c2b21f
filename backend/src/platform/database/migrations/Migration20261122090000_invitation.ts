import { Migration } from '@mikro-orm/migrations';

/** Invitations to projects, and their mailed links. */
export class Migration20261122090000_invitation extends Migration {
  override up(): void {
    this.addSql(`create table invitation (
      id uuid primary key,
      project_id uuid not null,
      email text not null,
      role project_role not null,
      inviter_id uuid not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- null: it waits, or has expired
      ended_at timestamptz(3),
      -- null: it was revoked
      accepted_by uuid references account (id) on delete cascade,
      -- whoever leaves the project takes the invitations along that they made
      foreign key (project_id, inviter_id) references project_member (project_id, user_id) on delete cascade
    )`);
    this.addSql(`create unique index invitation_project_id_email_unique on invitation (project_id, lower(email))
      where ended_at is null`);
    this.addSql('create index invitation_project_id_inviter_id_index on invitation (project_id, inviter_id)');
    this.addSql('create index invitation_project_id_created_at_index on invitation (project_id, created_at, id)');
    this.addSql('create index invitation_expires_at_index on invitation (expires_at)');

    // each mail has its own link, and all of them work: people open any of them
    this.addSql(`create table invitation_link (
      token_hash text primary key,
      invitation_id uuid not null references invitation (id) on delete cascade
    )`);
    this.addSql('create index invitation_link_invitation_id_index on invitation_link (invitation_id)');
  }
}
