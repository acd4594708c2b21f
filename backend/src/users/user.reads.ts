import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ONE_PLAN } from '../kernel/onePlan.js';
import type { Context } from '../kernel/context.js';
import { defineLoader } from '../kernel/loaders.js';
import { entityRows, type RowOf } from '../kernel/rows.js';
import { UserSchema } from './user.entity.js';

/** A person as the API shows one. */
export const USERS = entityRows(UserSchema, 'a', [
  'id',
  'firstName',
  'lastName',
  'username',
  'email',
  'avatar',
  'createdAt',
  'updatedAt',
]);
export type UserRow = RowOf<typeof USERS>;

/** People who fit a condition on `account a`. */
export const readUsers = (ctx: Context, where: RawBuilder<unknown>): Promise<UserRow[]> =>
  USERS.read(ctx.em, sql`from account a where ${where}`);

/** The account `a` can be signed in to: it is not deleted, or its 14 days are not over. For a statement. */
export const isHere = (now: Date): RawBuilder<unknown> => sql`(a.deletion_at is null or a.deletion_at > ${now})`;

/** The one rule of who may act: the account `a` can be signed in to and is not suspended. For a statement. */
export const mayAct = (now: Date): RawBuilder<unknown> => sql`(${isHere(now)} and a.suspended_at is null)`;

/** The account `a` is neither suspended nor being deleted, so it can be given work and roles. For a statement. */
export const isActive = sql`(a.deletion_at is null and a.suspended_at is null)`;

/** Why an account is not active. */
export type Inactivity = 'suspended' | 'leaving';
/** The same rule with its reason: null where the account `a` is active. */
export const inactivity = sql<Inactivity | null>`
  case when a.suspended_at is not null then 'suspended' when a.deletion_at is not null then 'leaving' end`;
/** What is shown of such an account where it was to be given something. */
export const INACTIVE: Readonly<Record<Inactivity, string>> = {
  suspended: 'This account is suspended',
  leaving: 'This person is deleting their account',
};

/** Where somebody gets the mails of their work; null unless the account is active. */
export async function readMailbox(
  em: EntityManager,
  userId: string,
): Promise<{ email: string; firstName: string } | null> {
  const { rows } = await sql<{ email: string; firstName: string }>`
    select a.email, a.first_name as "firstName" from account a where a.id = ${userId} and ${isActive}`.execute(
    em.getKysely(),
  );
  return rows[0] ?? null;
}

/** Loads people by id, one statement for all that a request asks for at once. */
export const userLoader = defineLoader<UserRow>(async (ctx, ids) => {
  const rows = await readUsers(ctx, sql`a.id = any(${[...ids]}::uuid[]) ${ONE_PLAN}`);
  return new Map(rows.map((row) => [row.id, row]));
});
