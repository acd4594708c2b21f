import { type RawBuilder, sql } from 'kysely';
import { ACCOUNT_SEARCH_MAX, type AccountState } from '../../contract/admin.js';
import { emailVerifiedAt } from '../auth/verifiedEmail.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { notFound } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';

const countProjects = (and: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*)::int from project_member m join project p on p.id = m.project_id and p.deleted_at is null
  where m.user_id = a.id ${and})`;

/** An account as administrators see it, without the contents of its projects. */
const ACCOUNTS = new Rows({
  id: sql<string>`a.id`,
  name: sql<string>`a.first_name || ' ' || a.last_name`,
  username: sql<string>`a.username`,
  email: sql<string>`a.email`,
  state: sql<AccountState>`case when a.suspended_at is not null then 'SUSPENDED'
    when a.deletion_at is not null then 'LEAVING' else 'ACTIVE' end`,
  isAdmin: sql<boolean>`a.is_admin`,
  twoFactor: sql<boolean>`exists (select 1 from two_factor t where t.user_id = a.id and t.confirmed_at is not null)`,
  emailVerifiedAt: time<Date | null>(emailVerifiedAt),
  createdAt: time(sql`a.created_at`),
  lastSeenAt: time<Date | null>(sql`(
    select greatest(max(s.last_seen_at), (select v.seen_at from visit v where v.user_id = a.id))
    from session s where s.user_id = a.id)`),
  suspendedAt: time<Date | null>(sql`a.suspended_at`),
  deletionAt: time<Date | null>(sql`a.deletion_at`),
  projects: countProjects(sql``),
  ownedProjects: countProjects(sql`and m.role = 'OWNER'`),
});
export type AccountRow = RowOf<typeof ACCOUNTS>;

const NEWEST = descending('CREATED_DESC', 'timestamptz', sql`a.created_at`, sql`a.id`);

const IN_STATE: Readonly<Record<AccountState, RawBuilder<unknown>>> = {
  ACTIVE: sql`a.suspended_at is null and a.deletion_at is null`,
  SUSPENDED: sql`a.suspended_at is not null`,
  LEAVING: sql`a.suspended_at is null and a.deletion_at is not null`,
};

export interface AccountFilter {
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
}

/** The conditions of a search: each word is part of the name, the username or the email. */
function matches(search: string): RawBuilder<unknown>[] {
  const words = search.slice(0, ACCOUNT_SEARCH_MAX).replaceAll('\u0000', '').toLowerCase().split(/\s+/u);
  return words
    .filter((word) => word !== '')
    .map(
      (word) => sql`
        position(${word} in lower(a.first_name || ' ' || a.last_name || ' ' || a.username || ' ' || a.email)) > 0`,
    );
}

export function readAccounts(
  ctx: Context,
  { search, state }: AccountFilter,
  args: PageArgs,
): Promise<Page<AccountRow>> {
  const where = [sql`a.email is not null`, ...(state ? [IN_STATE[state]] : []), ...matches(search ?? '')];
  return readPage<AccountRow>(
    ctx,
    { rows: ACCOUNTS, from: sql`account a`, where: sql.join(where, sql` and `), order: NEWEST },
    args,
  );
}

export async function readAccount(ctx: Context, id: string): Promise<AccountRow> {
  const [found] = await ACCOUNTS.read(
    ctx.resources.orm.em.fork(),
    sql`from account a where a.id = ${id} and a.email is not null`,
  );
  if (!found) throw notFound('Account');
  return found;
}
