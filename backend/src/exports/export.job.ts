import { sql } from 'kysely';
import * as v from 'valibot';
import { BATCH, runInBatches } from '../write/purgeDeleted.js';
import { command } from '../write/command.js';
import { type Context, contextFor, type Resources } from '../request/context.js';
import { deliverByPreferences } from '../notifications/notify.js';
import { groupEvents, systemEvent } from '../notifications/events.js';
import { zipParts } from './archive.js';
import { contentsFor, countRows } from './contents.js';
import { expiryFrom } from './export.service.js';

/** The job gives up after this number of tries, which take some minutes. */
const TRIES = 6;
const PART_BYTES = 256 * 1024;

const payload = v.object({ id: v.string() });

interface Attempt {
  id: string;
  userId: string;
  attempt: number;
}

/** Thrown if another worker has started the archive again or it has ended: parts of this attempt are never read. */
class Superseded extends Error {}

/** Removes the parts of all attempts up to this one. */
async function removeParts({ orm }: Resources, id: string, attempt: number): Promise<void> {
  const db = orm.em.fork().getKysely();
  await runInBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from export_part where (export_id, attempt, n) in (
        select export_id, attempt, n from export_part
        where export_id = ${id} and attempt <= ${attempt} limit ${BATCH})`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * Starts a new attempt, which supersedes all earlier ones: a zip cannot be continued in the middle. Returns null if the export
 * has ended or was deleted with its account.
 */
async function startAttempt(resources: Resources, id: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    update export set attempt = attempt + 1, progress = 0 where id = ${id} and status = 'RUNNING'
    returning id, user_id as "userId", attempt`.execute(resources.orm.em.fork().getKysely());
  const [attempt] = rows;
  if (!attempt) return null;
  await removeParts(resources, id, attempt.attempt - 1);
  return attempt;
}

/** Stores a part and the progress. Throws Superseded if a later attempt has started. */
async function storePart(
  ctx: Context,
  { id, attempt }: Attempt,
  n: number,
  data: Buffer,
  progress: number,
): Promise<void> {
  const { rows } = await sql`
    with current as (
      update export set progress = ${progress} where id = ${id} and attempt = ${attempt} and status = 'RUNNING'
      returning id)
    insert into export_part (export_id, attempt, n, data) select id, ${attempt}::int, ${n}::int, ${data}::bytea from current
    returning n`.execute(ctx.em.getKysely());
  if (rows.length === 0) throw new Superseded();
}

/** Marks the export as ready and notifies the person in one transaction, so that they are notified once. */
async function finish(ctx: Context, { id, userId, attempt }: Attempt, size: number): Promise<void> {
  await command(ctx, {
    operation: 'export',
    input: { id },
    projectIds: [],
    run: async (tx) => {
      const { rows } = await sql`
        update export set status = 'READY', progress = 100, size = ${size}, finished_at = ${tx.now},
          expires_at = ${expiryFrom(tx.now)}
        where id = ${id} and attempt = ${attempt} and status = 'RUNNING' returning id`.execute(tx.em.getKysely());
      if (rows.length === 0) return;
      const ready = systemEvent({ userId, kind: 'EXPORT_READY', source: `export:${id}` });
      await deliverByPreferences(tx, groupEvents([ready]));
    },
  });
}

async function writeArchive(resources: Resources, attempt: Attempt, signal: AbortSignal | undefined): Promise<void> {
  const ctx = contextFor(resources, attempt.userId);
  const begun = resources.now();
  // Counting very many rows can time out; the export then has no progress.
  const total = await countRows(ctx).catch(() => Infinity);
  let done = 0;
  const files = contentsFor(ctx, begun, (count) => void (done += count));
  let [n, size] = [0, 0];
  for await (const part of zipParts(files, begun, PART_BYTES)) {
    signal?.throwIfAborted();
    await storePart(ctx, attempt, n, part, Math.min(99, Math.floor((100 * done) / Math.max(1, total))));
    n += 1;
    size += part.length;
  }
  await finish(ctx, attempt, size);
}

/** Marks the export as failed and removes its parts. */
async function giveUp(resources: Resources, { id, attempt }: Attempt): Promise<void> {
  const at = resources.now();
  const { rows } = await sql`
    update export set status = 'FAILED', finished_at = ${at}, expires_at = ${expiryFrom(at)}
    where id = ${id} and attempt = ${attempt} and status = 'RUNNING' returning id`.execute(
    resources.orm.em.fork().getKysely(),
  );
  if (rows.length > 0) await removeParts(resources, id, attempt);
}

/**
 * The job of a download. After a crash it starts again; of two concurrent runs only the later one succeeds. It gives up after
 * several failures, so that the person can request another one. `signal` aborts when the process stops.
 */
export async function runExport(
  resources: Resources,
  raw: unknown,
  tries: number,
  signal?: AbortSignal,
): Promise<void> {
  const { id } = v.parse(payload, raw);
  const attempt = await startAttempt(resources, id);
  if (!attempt) return;
  try {
    await writeArchive(resources, attempt, signal);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (tries < TRIES || signal?.aborted) throw error;
    resources.log.error({ err: error, export: id }, 'a download was given up');
    await giveUp(resources, attempt);
  }
}
