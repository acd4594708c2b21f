import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../kernel/context.js';
import { defineLoader } from '../kernel/loaders.js';

/** A person as the API shows one. */
export interface UserRow {
  id: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  avatar: string | null;
  createdAt: Date;
  updatedAt: Date;
}

type Raw = Omit<UserRow, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string };

/** The columns of a UserRow, from `account a`. */
const USER_COLUMNS = sql`a.id, a.first_name as "firstName", a.last_name as "lastName", a.username, a.email, a.avatar,
  a.created_at as "createdAt", a.updated_at as "updatedAt"`;

const toUserRow = (raw: Raw): UserRow => ({
  ...raw,
  createdAt: new Date(raw.createdAt),
  updatedAt: new Date(raw.updatedAt),
});

/** People who fit a condition on `account a`. */
export async function readUsers(ctx: Context, where: RawBuilder<unknown>): Promise<UserRow[]> {
  const { rows } = await sql<Raw>`select ${USER_COLUMNS} from account a where ${where}`.execute(ctx.em.getKysely());
  return rows.map(toUserRow);
}

/** Loads people by id, one statement for all that a request asks for at once. */
export const userLoader = defineLoader<UserRow>(async (ctx, ids) => {
  const rows = await readUsers(ctx, sql`a.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
});
