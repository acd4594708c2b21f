import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../contract/languages.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import { type FieldError, fieldError } from '../platform/lib/errors.js';
import type { Context } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';
import { entityRows, readById, type RowOf } from '../platform/database/rows.js';
import { languageOf } from './language.js';
import { UserSchema } from './user.entity.js';

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

/** Reads users by a condition on `account a`. */
export const readUsers = (ctx: Context, where: RawBuilder<unknown>): Promise<UserRow[]> =>
  USERS.read(ctx.em, sql`from account a where ${where}`);

/** SQL condition: people can sign in to account `a`, because it is not deleted or its 14 days are not over. */
export const canSignIn = (now: Date): RawBuilder<unknown> => sql`(a.deletion_at is null or a.deletion_at > ${now})`;

/** SQL condition: the user of account `a` may act. This is the only definition. */
export const mayAct = (now: Date): RawBuilder<unknown> => sql`(${canSignIn(now)} and a.suspended_at is null)`;

/** SQL condition: the account `a` is neither suspended nor being deleted, so it can get tasks and roles. */
export const isActive = sql`(a.deletion_at is null and a.suspended_at is null)`;

export type Inactivity = 'suspended' | 'leaving';
/** SQL expression: the reason why the account `a` is inactive, or null if it is active. */
export const inactivity = sql<Inactivity | null>`
  case when a.suspended_at is not null then 'suspended' when a.deletion_at is not null then 'leaving' end`;
/** Messages for attempts to give an inactive account a task or role. */
export const INACTIVE: Readonly<Record<Inactivity, FieldError>> = {
  suspended: fieldError('accountSuspended', 'This account is suspended'),
  leaving: fieldError('accountBeingDeleted', 'This person is deleting their account'),
};

/** Returns a user's address for mails about work, with the stored preferences, or null if the account is inactive. */
export async function readMailbox(
  em: EntityManager,
  userId: string,
): Promise<{ email: string; firstName: string; preferences: Record<string, unknown>; language: Language } | null> {
  const { rows } = await sql<{ email: string; firstName: string; preferences: Record<string, unknown> }>`
    select a.email, a.first_name as "firstName", a.preferences from account a where a.id = ${userId} and ${isActive}`.execute(
    em.getKysely(),
  );
  const [person] = rows;
  return person ? { ...person, language: languageOf(person.preferences) } : null;
}

export const userLoader = defineLoader<UserRow>((ctx, ids) =>
  readById(USERS, ctx.em, sql`from account a where a.id = any(${idArray(ids)}) ${PREPARABLE}`),
);
