import { randomBytes } from 'node:crypto';
import { NIL } from 'uuid';
import type { DatabaseClient } from '../platform/database/databaseClient.js';
import { withBackupConnection } from '../backups/connection.js';
import { installNextKey, nextKey, storedKey, storeNextKey } from '../backups/secretKey.js';
import { resolveDatabaseUrl } from './resolveDatabaseUrl.js';
import { findRunningUrl } from '../platform/database/embedded/running.js';
import { migrate } from '../platform/process/migrate.js';
import { createOrm } from '../platform/database/orm.js';
import { entities } from '../modules.js';
import { EnvError } from '../env.js';
import type { Outcome } from '../accounts/operator.service.js';
import { Secrets } from '../platform/lib/secrets.js';
import type { ProcessContext } from '../platform/process/lifecycle.js';
import { PUSH_KEY_OWNER } from '../notifications/push.reads.js';

const BATCH = 500;
/** Names of connections of the app and of `npm run worker`, which would continue with the old key. */
const APP_CONNECTIONS = ['cairn', 'cairn-jobs', 'cairn-listen'];

interface Keys {
  before: Secrets;
  next: Secrets;
}

/** Seals a text with the next key, unless it already is. Returns null if neither key opens it. */
function reseal({ before, next }: Keys, sealed: string, owner: string): string | null {
  if (next.open(sealed, owner) !== null) return sealed;
  const text = before.open(sealed, owner);
  return text === null ? null : next.seal(text, owner);
}

const update = (client: DatabaseClient, statement: string, ids: readonly string[], values: readonly string[]) =>
  ids.length > 0 && client.query(statement, [ids, values]);

/** Encrypts two-factor secrets with the next key. Removes unconfirmed ones that cannot be decrypted. */
async function resealFactors(client: DatabaseClient, keys: Keys): Promise<number> {
  let count = 0;
  for (let after: string = NIL; ;) {
    const { rows } = await client.query<{ id: string; secret: string; isOn: boolean; email: string }>(
      `select t.user_id as id, t.secret, t.confirmed_at is not null as "isOn", a.email
       from two_factor t join account a on a.id = t.user_id where t.user_id > $1 order by t.user_id limit ${BATCH}`,
      [after],
    );
    const sealed = rows.map(({ id, secret }) => reseal(keys, secret, id));
    const unread = rows.filter((_, index) => sealed[index] === null);
    const lost = unread.find(({ isOn }) => isOn);
    if (lost) {
      throw new EnvError(
        `SECRET_KEY does not open the second factor of ${lost.email}: use the previous key, or run reset-two-factor for this account first. Nothing was changed.`,
      );
    }
    await client.query('delete from two_factor where user_id = any($1::uuid[])', [unread.map(({ id }) => id)]);
    const read = rows.flatMap(({ id }, index) => (sealed[index] == null ? [] : [[id, sealed[index]] as const]));
    await update(
      client,
      `update two_factor t set secret = n.secret from unnest($1::uuid[], $2::text[]) as n(id, secret) where t.user_id = n.id`,
      read.map(([id]) => id),
      read.map(([, secret]) => secret),
    );
    count += read.length;
    if (rows.length < BATCH) return count;
    after = rows.at(-1)?.id ?? after;
  }
}

/**
 * Encrypts the secrets of webhooks with the next key. A secret that cannot be decrypted stays as it is, and its owner
 * has to rotate it.
 */
async function resealWebhooks(client: DatabaseClient, keys: Keys): Promise<void> {
  for (let after: string = NIL; ;) {
    const { rows } = await client.query<{ id: string; userId: string; secret: string; previous: string | null }>(
      `select id, user_id as "userId", secret, previous_secret as previous from webhook
       where id > $1 order by id limit ${BATCH}`,
      [after],
    );
    const resealed = rows.map(({ id, userId, secret, previous }) => ({
      id,
      secret: reseal(keys, secret, userId) ?? secret,
      previous: previous === null ? null : (reseal(keys, previous, userId) ?? previous),
    }));
    await client.query(
      `update webhook w set secret = n.secret, previous_secret = n.previous
       from unnest($1::uuid[], $2::text[], $3::text[]) as n(id, secret, previous) where w.id = n.id`,
      [resealed.map(({ id }) => id), resealed.map(({ secret }) => secret), resealed.map(({ previous }) => previous)],
    );
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Hashes the stored recovery code hashes again with the next key, and keeps the former key to compare codes with. */
async function rehashCodes(client: DatabaseClient, { before, next }: Keys): Promise<void> {
  const { rows: retired } = await client.query<{ position: number; key: string }>(
    'select position, key from retired_hash_key order by position',
  );
  for (const { position, key } of retired) {
    const sealed = before.resealHashKey(key, next);
    if (sealed !== null)
      await client.query('update retired_hash_key set key = $2 where position = $1', [position, sealed]);
  }
  await client.query('insert into retired_hash_key (position, key) values ($1, $2)', [
    (retired.at(-1)?.position ?? 0) + 1,
    before.sealHashKey(next),
  ]);
  for (let after: string = NIL; ;) {
    const { rows } = await client.query<{ id: string; hashes: string[] }>(
      `select user_id as id, array_agg(hash) as hashes from recovery_code
       where user_id > $1 group by user_id order by user_id limit ${BATCH}`,
      [after],
    );
    const codes = rows.flatMap(({ id, hashes }) => hashes.map((hash) => [id, hash] as const));
    await client.query(
      `update recovery_code c set hash = n.next from unnest($1::uuid[], $2::text[], $3::text[]) as n(id, hash, next)
       where c.user_id = n.id and c.hash = n.hash`,
      [codes.map(([id]) => id), codes.map(([, hash]) => hash), codes.map(([id, hash]) => next.hash(hash, id))],
    );
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Encrypts everything with the next key in one transaction. Returns the number of second factors; null if it was done before. */
async function rotate(client: DatabaseClient, keys: Keys & { store: () => void }): Promise<number | null> {
  await client.query('begin');
  await client.query('lock table two_factor, recovery_code, push_key, retired_hash_key, webhook in exclusive mode');
  const { rows: known } = await client.query<{ key: string }>('select key from retired_hash_key');
  if (known.some(({ key }) => keys.before.isHashKey(key, keys.next))) {
    await client.query('rollback');
    return null;
  }
  const count = await resealFactors(client, keys);
  await rehashCodes(client, keys);
  await resealWebhooks(client, keys);
  // the app replaces one that cannot be decrypted
  const { rows: push } = await client.query<{ key: string }>('select private_key as key from push_key');
  const pushKey = push[0] ? reseal(keys, push[0].key, PUSH_KEY_OWNER) : null;
  if (pushKey !== null) await client.query('update push_key set private_key = $1', [pushKey]);
  // The new key is stored before the commit, because the database then depends on it, and after all checks, because a
  // refusal must change nothing.
  keys.store();
  await client.query('commit');
  return count;
}

async function requireAppStopped(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = any($1::text[])`,
    [APP_CONNECTIONS],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new EnvError(`stop all Cairn processes first: ${count} of their connections to the database are open`);
}

/** Returns both keys, how to store the new one, and what to do after the database has it. */
function readKeys({ env }: ProcessContext): Keys & { store: () => void; finish: () => string } {
  const { secretKey, newSecretKey, dataDir } = env;
  const current = secretKey ?? storedKey(dataDir);
  if (current === undefined)
    throw new EnvError(`there is no secret-key in ${dataDir}: set DATA_DIR or SECRET_KEY as they are for the app`);
  if (secretKey !== undefined) {
    if (newSecretKey === undefined) throw new EnvError('NEW_SECRET_KEY must be the new key, as SECRET_KEY is set here');
    if (newSecretKey === secretKey) throw new EnvError('NEW_SECRET_KEY is the same as SECRET_KEY');
    return {
      before: new Secrets(secretKey),
      next: new Secrets(newSecretKey),
      store: () => undefined,
      finish: () => 'Set SECRET_KEY to the new key before you start the app.',
    };
  }
  // an interrupted rotation continues with its key
  const next = nextKey(dataDir) ?? newSecretKey ?? randomBytes(48).toString('base64url');
  return {
    before: new Secrets(current),
    next: new Secrets(next),
    store: () => storeNextKey(dataDir, next),
    finish: () => {
      installNextKey(dataDir);
      return 'It is in DATA_DIR/secret-key: start the app.';
    },
  };
}

/** Replaces `SECRET_KEY`: encrypts everything with the new key in one transaction. After a kill, the same command completes it. */
export async function rotateKey(context: ProcessContext): Promise<Outcome> {
  const { env } = context;
  if (!env.databaseUrl && findRunningUrl(env.dataDir) !== undefined)
    throw new EnvError('stop the app first: it runs on this DATA_DIR');
  const url = await resolveDatabaseUrl(context);
  const keys = readKeys(context);
  const count = await withBackupConnection(url, async (client) => {
    await requireAppStopped(client);
    const orm = await createOrm({ url, entities });
    try {
      await migrate(orm, url);
    } finally {
      await orm.close(true);
    }
    return rotate(client, keys);
  });
  const what =
    count === null
      ? 'The database had the new key already.'
      : `SECRET_KEY was replaced: what it encrypts (${count} second factor${count === 1 ? '' : 's'}) is encrypted with the new key.`;
  return { isDone: true, text: `${what} ${keys.finish()}` };
}
