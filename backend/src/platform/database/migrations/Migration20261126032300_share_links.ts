import { Migration } from '@mikro-orm/migrations';

/** Links that show a project to visitors. */
export class Migration20261126032300_share_links extends Migration {
  override up(): void {
    this.addSql(`create table share_link (
      id uuid primary key,
      project_id uuid not null,
      creator_id uuid not null,
      token_hash text not null unique,
      -- the last characters of the token, so that owners can tell links apart
      ending text not null,
      -- null: everyone who has the link can open it
      password_hash text,
      -- the filter of the view when the link was created
      filter jsonb not null,
      -- null: it was created without a view
      view_name text,
      initials boolean not null,
      created_at timestamptz(3) not null,
      -- null: it does not expire
      expires_at timestamptz(3),
      -- null: it is valid, or has expired
      ended_at timestamptz(3),
      -- the links of a person end when they leave the project
      foreign key (project_id, creator_id) references project_member (project_id, user_id) on delete cascade
    )`);
    this.addSql('create index share_link_project_id_created_at_index on share_link (project_id, created_at, id)');
    this.addSql('create index share_link_project_id_creator_id_index on share_link (project_id, creator_id)');
    this.addSql('create index share_link_creator_id_index on share_link (creator_id)');
  }
}
