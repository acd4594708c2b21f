import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { ImportSource } from '../../contract/enums.js';
import { englishReason, type ImportReason } from '../../contract/importReasons.js';
import type { ImportMapping, StartImportInput } from '../../contract/imports.js';
import { isLive } from '../auth/isLive.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { Resources } from '../request/context.js';
import { type Line, noReport, storeLines, type StoredReport } from './report.js';

/* Shared by the job that runs an import and the job that undoes it: starting, recording progress, and ending. */

/** A job gives up after this number of tries, which take some minutes. */
const TRIES = 6;

const payload = v.object({ id: v.string() });

/** The states in which a job works on an import. */
type Working = 'RUNNING' | 'UNDOING';

export interface Attempt {
  id: string;
  userId: string;
  attempt: number;
  /** The number of the first unfinished part. */
  part: number;
  source: ImportSource;
  dryRun: boolean;
  targetId: string;
  newProject: NonNullable<StartImportInput['newProject']> | null;
  projectId: string | null;
  mapping: ImportMapping;
  people: StartImportInput['people'];
  fileId: string;
  size: number;
  report: StoredReport;
  /** The first and last revision of the project that the import wrote. */
  firstRevision: number | null;
  lastRevision: number | null;
  now: Resources['now'];
}

/** Thrown if the import was stopped, or another worker has taken it over. */
export class ImportEnded extends Error {}

/** Stops an import or its undo if the token that started it has expired. What revokes a token stops them at once. */
const stopWithToken = (em: EntityManager, id: string, at: Date): Promise<unknown> =>
  sql`
    update import i set state = 'STOPPED', finished_at = ${at}
    where i.id = ${id} and i.state in ('RUNNING', 'UNDOING') and i.token_id is not null and not exists (
      select 1 from api_token k where k.id = i.token_id and ${isLive(at, 'k')})`.execute(em.getKysely());

/**
 * Starts an attempt, which supersedes earlier ones. Returns null if the import is no longer in this state. A dry run
 * starts again with the first part: it stores no tasks, so without the earlier parts, parents would be missing.
 */
async function startAttempt({ orm, now }: Resources, id: string, state: Working): Promise<Attempt | null> {
  const em = orm.em.fork();
  await stopWithToken(em, id, now());
  const db = em.getKysely();
  const isDry = sql`id = ${id} and state = ${state} and dry_run and part > 0`;
  await sql`
    with again as (
      update import set part = 0, done = 0, report = ${toJsonb(noReport())} where ${isDry} returning id)
    delete from import_line where import_id in (select id from again)`.execute(db);
  const { rows } = await sql<Omit<Attempt, 'now'>>`
    update import set attempt = attempt + 1 where id = ${id} and state = ${state}
    returning id, user_id as "userId", attempt, part, source, dry_run as "dryRun", target_id as "targetId",
      new_project as "newProject", project_id as "projectId", mapping, people, file_id as "fileId", size::float8 as size,
      report, first_revision as "firstRevision", last_revision as "lastRevision"`.execute(db);
  return rows[0] ? { ...rows[0], now } : null;
}

interface Part {
  /** The number of tasks done after this part. */
  tasks: number;
  report: StoredReport;
  lines: readonly Line[];
  /** The revision of the project that this part wrote. */
  revision: number | null;
}

/**
 * Marks a part as done and stores its results, in the same transaction. Throws Ended if a later attempt has started.
 * Adds the number of lines to the report. The import ends with this part if the token that started it has expired.
 */
export async function finishPart(
  em: EntityManager,
  attempt: Attempt,
  state: Working,
  n: number,
  { tasks, report, lines, revision }: Part,
): Promise<void> {
  const first = attempt.report.lines;
  const next: StoredReport = { ...report, lines: first + lines.length };
  const { rows } = await sql`
    update import set part = ${n + 1}, done = least(total, done + ${tasks}), report = ${toJsonb(next)},
      first_revision = coalesce(first_revision, ${revision}), last_revision = coalesce(${revision}, last_revision)
    where id = ${attempt.id} and attempt = ${attempt.attempt} and part = ${n} and state = ${state} returning id`.execute(
    em.getKysely(),
  );
  if (rows.length === 0) throw new ImportEnded();
  await storeLines(em, attempt.id, first, lines);
  await stopWithToken(em, attempt.id, attempt.now());
  attempt.report = next;
}

async function end(
  { orm, now }: Resources,
  { id, attempt }: Attempt,
  from: Working,
  state: 'DONE' | 'UNDONE' | 'FAILED',
  failure: ImportReason | null,
): Promise<void> {
  await sql`
    update import set state = ${state}, failure = ${failure && englishReason(failure)},
      failure_reason = ${failure && toJsonb(failure)}, finished_at = ${now()}
    where id = ${id} and attempt = ${attempt} and state = ${from}`.execute(orm.em.fork().getKysely());
}

interface ImportJob {
  from: Working;
  to: 'DONE' | 'UNDONE';
  run: (attempt: Attempt) => Promise<void>;
  /** Returns why the job cannot continue; null if a retry can help. */
  explain: (error: unknown) => ImportReason | null;
  /** The reason to report after too many tries. */
  failure: ImportReason;
}

/** Runs a job of an import until it finishes or gives up. `signal` aborts when the process stops. */
export async function runImportJob(
  resources: Resources,
  raw: unknown,
  tries: number,
  signal: AbortSignal | undefined,
  { from, to, run, explain, failure }: ImportJob,
): Promise<void> {
  const { id } = v.parse(payload, raw);
  const attempt = await startAttempt(resources, id, from);
  if (!attempt) return;
  try {
    await run(attempt);
    await end(resources, attempt, from, to, null);
  } catch (error) {
    if (error instanceof ImportEnded) return;
    const reason = explain(error);
    if (reason === null && (tries < TRIES || signal?.aborted)) throw error;
    if (reason === null) resources.log.error({ err: error, import: id, to }, 'a job of an import was given up');
    await end(resources, attempt, from, 'FAILED', reason ?? failure);
  }
}
