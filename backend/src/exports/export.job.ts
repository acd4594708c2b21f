import { sql } from 'kysely';
import * as v from 'valibot';
import { BATCH, inBatches } from '../db/purgeDeleted.js';
import { command } from '../kernel/command.js';
import { type Context, contextFor, type Resources } from '../kernel/context.js';
import { deliverAsWanted } from '../notifications/notify.js';
import { groupOccasions } from '../notifications/notices.js';
import { zipParts } from './archive.js';
import { contentsFor, countRows } from './contents.js';
import { expiryOf } from './export.service.js';

/** After so many tries, which take some minutes, it is given up. */
const TRIES = 6;
const PART_BYTES = 256 * 1024;

const payload = v.object({ id: v.string() });

/** One try at writing an archive. */
interface Attempt {
  id: string;
  userId: string;
  attempt: number;
}

/** Somebody else has begun this archive anew, or it has ended: what this one would write nobody reads. */
class Superseded extends Error {}

/** Removes what has been written up to this attempt. */
async function removeParts({ orm }: Resources, id: string, attempt: number): Promise<void> {
  const db = orm.em.fork().getKysely();
  await inBatches(async () => {
    const { numAffectedRows } = await sql`
      delete from export_part where (export_id, attempt, n) in (
        select export_id, attempt, n from export_part
        where export_id = ${id} and attempt <= ${attempt} limit ${BATCH})`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * Takes a download over from whoever was at it, and begins anew: a zip cannot be gone on with in the middle. Null when it
 * has ended, or is gone with its person.
 */
async function take(resources: Resources, id: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    update export set attempt = attempt + 1, progress = 0 where id = ${id} and status = 'RUNNING'
    returning id, user_id as "userId", attempt`.execute(resources.orm.em.fork().getKysely());
  const [mine] = rows;
  if (!mine) return null;
  await removeParts(resources, id, mine.attempt - 1);
  return mine;
}

/** Keeps a part and says how far it is, as long as nobody else has begun anew. */
async function keepPart(
  ctx: Context,
  { id, attempt }: Attempt,
  n: number,
  data: Buffer,
  progress: number,
): Promise<void> {
  const { rows } = await sql`
    with mine as (
      update export set progress = ${progress} where id = ${id} and attempt = ${attempt} and status = 'RUNNING'
      returning id)
    insert into export_part (export_id, attempt, n, data) select id, ${attempt}::int, ${n}::int, ${data}::bytea from mine
    returning n`.execute(ctx.em.getKysely());
  if (rows.length === 0) throw new Superseded();
}

/** Ends it, and tells the person, together: it is told of once. */
async function finish(ctx: Context, { id, userId, attempt }: Attempt, size: number): Promise<void> {
  await command(ctx, {
    operation: 'export',
    input: { id },
    projectIds: [],
    run: async (tx) => {
      const { rows } = await sql`
        update export set status = 'READY', progress = 100, size = ${size}, finished_at = ${tx.now},
          expires_at = ${expiryOf(tx.now)}
        where id = ${id} and attempt = ${attempt} and status = 'RUNNING' returning id`.execute(tx.em.getKysely());
      if (rows.length === 0) return;
      const nothing = { actor: '', actorId: null, project: '', projectId: null, task: '', taskId: null, fields: {} };
      await deliverAsWanted(tx, groupOccasions([{ userId, kind: 'EXPORT_READY', ...nothing, source: `export:${id}` }]));
    },
  });
}

async function write(resources: Resources, mine: Attempt, signal: AbortSignal | undefined): Promise<void> {
  const ctx = contextFor(resources, mine.userId);
  const begun = resources.now();
  // of very many that may take too long: then nobody knows how far it is
  const total = await countRows(ctx).catch(() => Infinity);
  let done = 0;
  const files = contentsFor(ctx, begun, (count) => void (done += count));
  let [n, size] = [0, 0];
  for await (const part of zipParts(files, begun, PART_BYTES)) {
    signal?.throwIfAborted();
    await keepPart(ctx, mine, n, part, Math.min(99, Math.floor((100 * done) / Math.max(1, total))));
    n += 1;
    size += part.length;
  }
  await finish(ctx, mine, size);
}

/** Ends it without a file; what was written of one is of no use. */
async function giveUp(resources: Resources, { id, attempt }: Attempt): Promise<void> {
  const at = resources.now();
  const { rows } = await sql`
    update export set status = 'FAILED', finished_at = ${at}, expires_at = ${expiryOf(at)}
    where id = ${id} and attempt = ${attempt} and status = 'RUNNING' returning id`.execute(
    resources.orm.em.fork().getKysely(),
  );
  if (rows.length > 0) await removeParts(resources, id, attempt);
}

/**
 * The job of a download. Killed in the middle it is begun anew; of two at once only the last to begin comes through. What
 * keeps failing is given up, so that the person can ask again. `signal`: the process is about to stop.
 */
export async function doExport(resources: Resources, raw: unknown, tries: number, signal?: AbortSignal): Promise<void> {
  const { id } = v.parse(payload, raw);
  const mine = await take(resources, id);
  if (!mine) return;
  try {
    await write(resources, mine, signal);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (tries < TRIES || signal?.aborted) throw error;
    resources.log.error({ err: error, export: id }, 'a download was given up');
    await giveUp(resources, mine);
  }
}
