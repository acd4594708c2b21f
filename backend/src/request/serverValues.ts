import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SignUp } from '../../contract/admin.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { Resources } from './context.js';

/** Values that the server stores beside its data. */
interface ServerValues {
  /** The sign-up mode that an administrator has chosen. */
  signUp: SignUp;
  mailFailure: { message: string };
  /** The place to which an operator has moved the contents of files; undefined if they never did. */
  filesIn: 's3' | 'database';
}

export interface ServerValue<Value> {
  value: Value;
  at: Date;
}

export async function readServerValue<Name extends keyof ServerValues>(
  em: EntityManager,
  name: Name,
): Promise<ServerValue<ServerValues[Name]> | null> {
  const { rows } = await sql<{ value: ServerValues[Name]; at: string }>`
    select value, at from server_value where name = ${name}`.execute(em.getKysely());
  return rows[0] ? { value: rows[0].value, at: new Date(rows[0].at) } : null;
}

export async function writeServerValue<Name extends keyof ServerValues>(
  em: EntityManager,
  name: Name,
  value: ServerValues[Name],
  at: Date,
): Promise<void> {
  await sql`
    insert into server_value (name, value, at) values (${name}, ${toJsonb(value)}, ${at})
    on conflict (name) do update set value = excluded.value, at = excluded.at`.execute(em.getKysely());
}

const FAILURE_MAX = 300;

/** Remembers the last failure of the mail server for administrators. */
export async function recordMailFailure(orm: MikroORM, at: Date, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX);
  // the failure itself is reported by the job
  await writeServerValue(orm.em.fork(), 'mailFailure', { message }, at).catch(() => undefined);
}

/**
 * Returns who may create an account: by the environment, otherwise by the choice of the administrators, otherwise
 * anyone.
 */
export async function readSignUpMode({ env }: Pick<Resources, 'env'>, em: EntityManager): Promise<SignUp> {
  if (env.signUpGiven) return env.signUp;
  return (await readServerValue(em, 'signUp'))?.value ?? env.signUp;
}
