import { Migration } from '@mikro-orm/migrations';

/** Web push subscriptions, and the server's VAPID key. */
export class Migration20261122160000_push extends Migration {
  override up(): void {
    this.addSql(`create table push_key (
      -- there is one
      id boolean primary key default true check (id),
      public_key text not null,
      -- sealed with SECRET_KEY
      private_key text not null
    )`);
    this.addSql(`create table push_subscription (
      id uuid primary key,
      user_id uuid not null references account (id) on delete cascade,
      -- gone with the sign-in that it was made in
      session_id uuid not null references session (id) on delete cascade,
      -- a browser has one, whoever uses it
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at timestamptz(3) not null
    )`);
    this.addSql('create index push_subscription_user_id_index on push_subscription (user_id)');
    this.addSql('create index push_subscription_session_id_index on push_subscription (session_id)');
  }
}
