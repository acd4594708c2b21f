import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportState } from '../../contract/enums.js';
import { type StartImportInput, startImportSchema } from '../../contract/imports.js';
import { DAY_MS, IMPORTS } from '../../contract/limits.js';
import { accountCommand } from '../auth/accountCommand.js';
import { requireLiveAccess } from '../auth/liveAccess.js';
import { countSent, requireFreeSpace } from '../attachments/quota.js';
import { storeUpload } from '../attachments/upload.js';
import { loadColumns } from '../columns/projectColumns.js';
import { csvLine } from '../exports/csv.js';
import { rejectDuplicateId } from '../platform/database/databaseErrors.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { addJob, LONG_JOBS } from '../platform/jobs/addJob.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { AppError, conflict, fieldError, invalid, isNotFound, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { requireFreeKey } from '../projects/projectKey.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import type { SentFile, StreamedBody } from '../request/restRow.js';
import { UploadSlots } from '../request/uploadSlots.js';
import { ASSIGNEE_REFUSALS, readAssignability } from '../tasks/assignable.js';
import { command, type Tx } from '../write/command.js';
import { createdId } from '../write/created.js';
import { requireImportable } from './import.access.js';
import { presentImports } from './import.presenter.js';
import { readImport, readImports, reportLines } from './import.reads.js';
import type { ImportType } from './import.types.js';
import { noReport } from './report.js';

/* Imports a file into a project: it is requested here, then the file is uploaded, and a job reads it and creates its
   tasks in parts (`import.job.ts`). A dry run does the same without creating anything. */

const slots = new UploadSlots('imports');

/** The queues of long jobs. A worker runs one more job than there are queues, so mails never wait for a long job. */
const QUEUES = [LONG_JOBS, 'import'] as const;

/** Two imports run at once, and imports of one person run one after another. */
const queueOf = (userId: string): string =>
  QUEUES[(createHash('sha256').update(userId).digest()[0] ?? 0) % QUEUES.length] ?? QUEUES[0];

const addImportJob = (em: EntityManager, id: string, userId: string, job: 'import' | 'undoImport'): Promise<void> =>
  addJob(em, job, { id }, { key: `${job}:${id}`, queue: queueOf(userId) });

/** Resumes imports after a restore, because jobs are not part of a backup. */
export async function resumeImports(em: EntityManager): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string; state: ImportState }>`
    select id, user_id as "userId", state from import where state in ('RUNNING', 'UNDOING')`.execute(em.getKysely());
  for (const { id, userId, state } of rows) {
    await addImportJob(em, id, userId, state === 'RUNNING' ? 'import' : 'undoImport');
  }
}

/** Throws unless the viewer can import into the project, with these columns and people. */
async function requireGoal(ctx: Context, { projectId, mapping, people }: StartImportInput): Promise<void> {
  const { userId } = requireViewer(ctx);
  if (projectId != null) {
    await requireImportable(ctx, projectId).catch((error: unknown) => {
      throw isNotFound(error) ? invalid({ projectId: fieldError('projectNotFound', 'Project not found') }) : error;
    });
  }
  const columnIds = mapping?.lists?.flatMap(({ columnId }) => columnId ?? []) ?? [];
  const columns = projectId == null ? undefined : await loadColumns(ctx.resources.orm.em.fork(), projectId);
  if (columnIds.some((id) => !columns?.get(id))) {
    throw invalid({ mapping: fieldError('columnNotFound', 'Column must be a column of the project') });
  }
  const userIds = [...new Set(people?.flatMap((person) => person.userId ?? []))].filter((id) => id !== userId);
  const assignability = await readAssignability(
    ctx.em,
    projectId == null ? [] : userIds.map((id) => ({ projectId, userId: id })),
  );
  for (const id of userIds) {
    const found = assignability(projectId ?? '', id);
    if (found !== 'assignable') throw invalid({ people: ASSIGNEE_REFUSALS[found] });
  }
}

const FILE_HERE = 'The file of this import is here already';
const FILE_GONE = fieldError('fileGone', 'The file is no longer here. Send it again, please.');

interface EarlierFile {
  fileId: string;
  size: number;
}

/** Returns the file of an earlier import of the viewer. */
async function readEarlierFile(ctx: Context, { em, now }: Tx, id: string): Promise<EarlierFile> {
  const { rows } = await sql<EarlierFile>`
    select i.file_id as "fileId", i.size::float8 as size from import i join file f on f.id = i.file_id
    where i.id = ${id} and i.user_id = ${requireViewer(ctx).userId} and i.expires_at > ${now} for key share of f`.execute(
    em.getKysely(),
  );
  const [file] = rows;
  if (!file) throw invalid({ fileOf: FILE_GONE });
  return file;
}

/** Throws CONFLICT if another import of the person is running. Returns how many they have started in a day. */
async function requireNoOtherImport({ em, now }: Tx, userId: string): Promise<number> {
  const db = em.getKysely();
  // The lock makes concurrent requests of all processes find the same imports.
  await sql`select 1 from account where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ running: number; recent: number }>`
    select count(*) filter (where state in ('RUNNING', 'UNDOING'))::int as running,
      count(*) filter (where created_at > ${new Date(now.getTime() - DAY_MS)})::int as recent
    from import where user_id = ${userId}`.execute(db);
  const { running = 0, recent = 0 } = rows[0] ?? {};
  if (running > 0) throw conflict('Another import of yours is running. Wait until it ends, or stop it.');
  return recent;
}

/** Throws if another import of the person is running, or if they have started too many in a day. */
async function requireMayStart(tx: Tx, userId: string): Promise<void> {
  const recent = await requireNoOtherImport(tx, userId);
  if (recent >= IMPORTS.perDay) {
    throw new AppError('RATE_LIMITED', `You can start ${IMPORTS.perDay} imports a day`, { retryAfter: 3_600 });
  }
}

async function present(ctx: Context, id: string): Promise<{ import: ImportType }> {
  const [found] = await presentImports(ctx, [await readImport(ctx, id)]);
  if (!found) throw notFound('Import');
  return { import: found };
}

/** Returns the viewer's newest imports that are still kept. */
export const listImports = async (ctx: Context): Promise<ImportType[]> => presentImports(ctx, await readImports(ctx));

/**
 * Starts an import or a dry run. It waits for its file, unless it uses the file of an earlier one. Throws CONFLICT if the chosen
 * id exists or another import of the viewer is running.
 */
export async function startImport(ctx: Context, raw: unknown): Promise<{ import: ImportType }> {
  const { userId, program } = requireViewer(ctx);
  const input = parse(startImportSchema, raw);
  await limitCreates(ctx);
  await requireGoal(ctx, input);
  const chosen = input.id ?? newId();
  const { source, projectId = null, newProject = null, mapping, people, fileOf = null } = input;
  const dryRun = input.dryRun ?? true;
  const { result: id } = await command<string>(ctx, {
    operation: 'startImport',
    input,
    projectIds: [],
    run: async (tx) => {
      const { em, now } = tx;
      await requireMayStart(tx, userId);
      // A repeat of this request finds the project that it has created.
      if (newProject?.key != null) await requireFreeKey(tx, newProject.key, 'newProject');
      const file = fileOf === null ? null : await readEarlierFile(ctx, tx, fileOf);
      await sql`
        insert into import (id, user_id, token_id, source, state, dry_run, target_id, project_id, new_project, mapping, people, file_id,
          size, report, created_at, expires_at)
        values (${chosen}, ${userId}, ${program?.tokenId ?? null}, ${source}, ${file ? 'RUNNING' : 'WAITING'}, ${dryRun}, ${projectId ?? newId()},
          ${projectId}, ${newProject ? toJsonb(newProject) : null}, ${toJsonb(mapping ?? {})}, ${toJsonb(people ?? [])},
          ${file?.fileId ?? null}, ${file?.size ?? null}, ${toJsonb(noReport())}, ${now},
          ${new Date(now.getTime() + IMPORTS.keptDays * DAY_MS)})`.execute(em.getKysely());
      if (file) await addImportJob(em, chosen, userId, 'import');
      return chosen;
    },
    ...createdId,
  }).catch(rejectDuplicateId('import', async () => (await present(ctx, chosen)).import));
  return present(ctx, id);
}

/** Stores the file of an import while it arrives, and starts reading it. Throws CONFLICT if it has one. */
export async function sendImportFile(ctx: Context, rawId: unknown, body: StreamedBody): Promise<ImportType> {
  const { userId } = requireViewer(ctx);
  const id = parseId(rawId);
  const waits = await readImport(ctx, id);
  if (waits.state === 'STOPPED') throw conflict('This import was stopped. Start another one, please.');
  // A request with a key can repeat the one that has sent the file.
  if (waits.state !== 'WAITING' && ctx.idempotencyKey == null) throw conflict(FILE_HERE);
  const { bytes, from, total, read } = body;
  if (from > 0) throw conflict('Send the whole file, please');
  const size = total ?? bytes ?? 0;
  if (size > IMPORTS.fileBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The file is too large');
  await requireFreeSpace(ctx, null, size);
  const stored = await slots.run(userId, (watch) => {
    const arriving = { uploadId: undefined, from, total, read: () => countSent(ctx, watch(read())) };
    return storeUpload(ctx, { ...arriving, maxBytes: IMPORTS.fileBytes, projectId: null });
  });
  return withDeadline(REQUEST_MS, async () => {
    await accountCommand(ctx, 'sendImportFile', { id, file: stored.id }, async (tx) => {
      await requireNoOtherImport(tx, userId);
      const { em } = tx;
      // the file may have taken minutes
      await requireLiveAccess(ctx, em);
      const { rows } = await sql`
        update import set file_id = ${stored.id}, size = ${stored.size}, state = 'RUNNING'
        where id = ${id} and user_id = ${userId} and state = 'WAITING' returning id`.execute(em.getKysely());
      if (rows.length === 0) throw conflict(FILE_HERE);
      await addImportJob(em, id, userId, 'import');
    });
    return (await present(ctx, id)).import;
  });
}

export async function getImport(ctx: Context, rawId: unknown): Promise<ImportType> {
  return (await present(ctx, parseId(rawId))).import;
}

/** Stops a running import; the objects that it has created stay. Does nothing if it has ended. */
export async function stopImport(ctx: Context, rawId: unknown): Promise<{ import: ImportType }> {
  const { userId } = requireViewer(ctx);
  const { id } = await readImport(ctx, parseId(rawId));
  await accountCommand(ctx, 'stopImport', { id }, async ({ em, now }) => {
    await sql`
      update import set state = 'STOPPED', finished_at = ${now}
      where id = ${id} and user_id = ${userId} and state in ('WAITING', 'RUNNING')`.execute(em.getKysely());
  });
  return present(ctx, id);
}

/**
 * Moves the objects that an import created to the trash, except those that someone has changed since. Throws CONFLICT
 * if it is running.
 */
export async function undoImport(ctx: Context, rawId: unknown): Promise<{ import: ImportType }> {
  const { userId, program } = requireViewer(ctx);
  const { id, dryRun, state } = await readImport(ctx, parseId(rawId));
  if (dryRun) throw conflict('A dry run makes nothing, so there is nothing to undo');
  if (state === 'WAITING' || state === 'RUNNING') throw conflict('The import is running. Stop it first.');
  await accountCommand(ctx, 'undoImport', { id }, async (tx) => {
    if (state !== 'UNDONE' && state !== 'UNDOING') await requireMayStart(tx, userId);
    const { rows } = await sql`
      update import set state = 'UNDOING', token_id = ${program?.tokenId ?? null}, part = 0, done = 0, finished_at = null,
        failure = null, failure_reason = null,
        report = jsonb_set(report, '{undos}', to_jsonb(coalesce((report ->> 'undos')::int, 0) + 1))
      where id = ${id} and user_id = ${userId} and state in ('DONE', 'STOPPED', 'FAILED') returning id`.execute(
      tx.em.getKysely(),
    );
    if (rows.length > 0) await addImportJob(tx.em, id, userId, 'undoImport');
  });
  return present(ctx, id);
}

/** Returns the report of an import as CSV: a line for each thing that was left out or changed. */
export async function openReport(ctx: Context, rawId: unknown): Promise<SentFile> {
  const { id } = await readImport(ctx, parseId(rawId));
  const lines = [csvLine(['Row', 'What', 'Why', 'Imported'])];
  for await (const page of reportLines(ctx.em, id)) {
    for (const { item, what, why, isRefused } of page) lines.push(csvLine([item, what, why, isRefused ? 'no' : 'yes']));
  }
  const bytes = Buffer.from(`\ufeff${lines.join('')}`);
  async function* parts(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(bytes);
  }
  return { name: 'import-report.csv', type: 'text/csv; charset=utf-8', bytes: bytes.length, parts: parts() };
}
