import { randomBytes } from 'node:crypto';
import { NIL } from 'uuid';
import type { DatabaseClient } from './kernel/databaseClient.js';
import { onOwnConnection } from './backups/connection.js';
import { keepNextKey, nextKey, putNextKeyInPlace, storedKey } from './backups/secretKey.js';
import { databaseBeside } from './databaseBeside.js';
import { runningUrl } from './db/embedded/running.js';
import { migrate } from './db/migrate.js';
import { createOrm } from './db/orm.js';
import { entities } from './entities.js';
import { EnvError } from './env.js';
import type { Outcome } from './auth/operator.service.js';
import { Secrets } from './kernel/secrets.js';
import type { Life } from './lifecycle.js';
import { PUSH_KEY_OWNER } from './notifications/push.reads.js';

const BATCH = 500;
/** Connections of the app and of `npm run worker`, which would go on with the old key. */
const OF_THE_APP = ['cairn', 'cairn-jobs', 'cairn-listen'];

/** Both keys. */
interface Keys {
  before: Secrets;
  next: Secrets;
}

/** Seals a text with the next key. Null where neither key opens it; what the next one has sealed stays as it is. */
function reseal({ before, next }: Keys, sealed: string, owner: string): string | null {
  if (next.open(sealed, owner) !== null) return sealed;
  const text = before.open(sealed, owner);
  return text === null ? null : next.seal(text, owner);
}

/** Writes new values of a text column, by the rows' ids. */
const update = (client: DatabaseClient, statement: string, ids: readonly string[], values: readonly string[]) =>
  ids.length > 0 && client.query(statement, [ids, values]);

/** Encrypts the secrets of second factors with the next key. One that was never confirmed and can't be read is removed. */
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
        `SECRET_KEY does not open the second factor of ${lost.email}: use the key that was in use, or run reset-two-factor for this account first. Nothing was changed.`,
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
 * Hashes the hashes of recovery codes once more, as the codes themselves are not known, and keeps the key that was in use
 * so that codes can still be compared.
 */
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

/** Encrypts all with the next key, in one transaction. Returns how many second factors; null where it was done before. */
async function rotate(client: DatabaseClient, keys: Keys): Promise<number | null> {
  await client.query('begin');
  await client.query('lock table two_factor, recovery_code, push_key, retired_hash_key in exclusive mode');
  const { rows: known } = await client.query<{ key: string }>('select key from retired_hash_key');
  if (known.some(({ key }) => keys.before.isHashKey(key, keys.next))) {
    await client.query('rollback');
    return null;
  }
  const count = await resealFactors(client, keys);
  await rehashCodes(client, keys);
  // one that cannot be read is made anew by the app, as ever
  const { rows: push } = await client.query<{ key: string }>('select private_key as key from push_key');
  const pushKey = push[0] ? reseal(keys, push[0].key, PUSH_KEY_OWNER) : null;
  if (pushKey !== null) await client.query('update push_key set private_key = $1', [pushKey]);
  await client.query('commit');
  return count;
}

async function refuseWhileRunning(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = any($1::text[])`,
    [OF_THE_APP],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new EnvError(`stop all Cairn processes first: ${count} of their connections to the database are open`);
}

/** The keys, and what is left to do with the new one when the database has taken it. */
function readKeys({ env }: Life): Keys & { finish: () => string } {
  const { secretKey, newSecretKey, dataDir } = env;
  const current = secretKey ?? storedKey(dataDir);
  if (current === undefined)
    throw new EnvError(`there is no secret-key in ${dataDir}: set DATA_DIR or SECRET_KEY as the app has it`);
  if (secretKey !== undefined) {
    if (newSecretKey === undefined) throw new EnvError('NEW_SECRET_KEY must be the new key, as SECRET_KEY is set here');
    if (newSecretKey === secretKey) throw new EnvError('NEW_SECRET_KEY is the same as SECRET_KEY');
    return {
      before: new Secrets(secretKey),
      next: new Secrets(newSecretKey),
      finish: () => 'Set SECRET_KEY to the new key before you start the app.',
    };
  }
  // one that was interrupted goes on with the key it had begun with
  const next = nextKey(dataDir) ?? newSecretKey ?? randomBytes(48).toString('base64url');
  // on the disk before the database needs it
  keepNextKey(dataDir, next);
  return {
    before: new Secrets(current),
    next: new Secrets(next),
    finish: () => {
      putNextKeyInPlace(dataDir);
      return 'It is in DATA_DIR/secret-key: start the app.';
    },
  };
}

/**
 * Replaces `SECRET_KEY`: what it encrypts is encrypted with the new key, in one transaction. Killed at any moment, the same
 * command completes it.
 */
export async function rotateKey(life: Life): Promise<Outcome> {
  const { env } = life;
  if (!env.databaseUrl && runningUrl(env.dataDir) !== undefined)
    throw new EnvError('stop the app first: it runs on this DATA_DIR');
  const url = await databaseBeside(life);
  const keys = readKeys(life);
  const count = await onOwnConnection(url, async (client) => {
    await refuseWhileRunning(client);
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
