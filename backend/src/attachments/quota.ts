import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { ATTACHMENTS, DAY_MS, RATES } from '../../contract/limits.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError, fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import { type Context, requireViewer } from '../request/context.js';
import { KILOBYTE } from '../request/cost.js';
import { limitSentKilobytes } from '../request/rates.js';
import { bytesOfProject, PROJECT_FULL } from '../tasks/fileSpace.js';

/** The share of a disk that files never use. */
const FREE_SHARE = 0.1;

const MEGABYTE = 1024 * 1024;
export const GIGABYTE = 1024 * MEGABYTE;

/** Returns the size of the largest file that this server accepts, in bytes. */
export const maxFileBytes = ({ resources }: Pick<Context, 'resources'>): number =>
  resources.env.attachmentMaxMb * MEGABYTE;

interface Usage {
  all: number;
  ofProject: number;
  ofPerson: number;
}

/**
 * Reads how many bytes are stored: in total, in a project including its trash, and those that the person has sent within
 * a day. Copies of tasks send nothing.
 */
async function readUsage(ctx: Context, projectId: string | null): Promise<Usage> {
  const { userId } = requireViewer(ctx);
  const since = new Date(ctx.resources.now().getTime() - DAY_MS);
  const { rows } = await sql<Usage>`
    select (select coalesce(sum(size), 0)::float8 from file) as all,
      ${bytesOfProject(projectId)} as "ofProject",
      (select coalesce(sum(size), 0)::float8 from file
        where user_id = ${userId} and (sha256 is null or created_at > ${since})) as "ofPerson"`.execute(
    ctx.em.getKysely(),
  );
  return rows[0] ?? { all: 0, ofProject: 0, ofPerson: 0 };
}

/** Whether the disk of the embedded database would have less than a tenth free. False if the free space is unknown. */
async function fillsDisk({ resources }: Context, bytes: number): Promise<boolean> {
  const { databaseUrl, dataDir } = resources.env;
  if (databaseUrl) return false;
  const disk = await statfs(dataDir).catch(() => null);
  if (!disk) return false;
  const { bavail, blocks, bsize } = disk;
  return bavail * bsize - bytes < blocks * bsize * FREE_SHARE;
}

/** Why there is no space for a file. */
export type QuotaRefusal = 'storageFull' | 'projectFull' | 'dailyLimit';

const REFUSALS: Readonly<Record<QuotaRefusal, FieldError>> = {
  storageFull: fieldError('storageFull', 'The server has no room for more files. Tell its administrator.'),
  projectFull: PROJECT_FULL,
  dailyLimit: fieldError('dailyLimit', 'You can send 1 GB a day. Please go on tomorrow.'),
};

/**
 * Measures the free space for files now, in a project if one is given. Returns a function that returns the reason why
 * this many more bytes do not fit, or null if they do.
 */
export async function measureFreeSpace(
  ctx: Context,
  projectId: string | null,
): Promise<(bytes: number) => Promise<QuotaRefusal | null>> {
  const { all, ofProject, ofPerson } = await readUsage(ctx, projectId);
  const { filesMaxGb } = ctx.resources.env;
  return async (bytes) => {
    if (all + bytes > filesMaxGb * GIGABYTE || (await fillsDisk(ctx, bytes))) return 'storageFull';
    if (ofProject + bytes > ATTACHMENTS.projectBytes) return 'projectFull';
    return ofPerson + bytes > ATTACHMENTS.personBytesPerDay ? 'dailyLimit' : null;
  };
}

/** Counts sent bytes. Throws VALIDATION_FAILED at `file` beyond the limit of a day, or if `more` bytes would be. */
async function limitSent(ctx: Context, bytes: number, more = 0): Promise<void> {
  const sent = await limitSentKilobytes(ctx, Math.ceil(bytes / KILOBYTE)).catch((error: unknown) => {
    const isLimit = error instanceof AppError && error.code === 'RATE_LIMITED';
    throw isLimit ? invalid({ file: REFUSALS.dailyLimit }) : error;
  });
  if (sent + more / KILOBYTE > RATES.sentKilobytesPerPerson.points) throw invalid({ file: REFUSALS.dailyLimit });
}

/**
 * Yields a body and counts its bytes for the limit of a day. The stored files do not tell them: a content that is there
 * already is not stored again, and failed uploads are deleted.
 */
export async function* countSent(ctx: Context, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let uncounted = 0;
  const count = async (): Promise<void> => {
    const bytes = uncounted;
    uncounted = 0;
    // An upload takes longer than other requests.
    await withDeadline(REQUEST_MS, () => limitSent(ctx, bytes));
  };
  try {
    for await (const bytes of body) {
      uncounted += bytes.length;
      yield bytes;
      if (uncounted >= ATTACHMENTS.checkBytes) await count();
    }
  } finally {
    if (uncounted > 0) await count();
  }
}

/** Throws VALIDATION_FAILED at `file` if this many more bytes do not fit, in a project if one is given. */
export async function requireFreeSpace(ctx: Context, projectId: string | null, bytes: number): Promise<void> {
  await limitSent(ctx, 0, bytes);
  const findQuotaRefusal = await measureFreeSpace(ctx, projectId);
  const refusal = await findQuotaRefusal(bytes);
  if (refusal !== null) throw invalid({ file: REFUSALS[refusal] });
}
