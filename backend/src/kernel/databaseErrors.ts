import { AppError, conflict, isNotFound, unavailable } from './errors.js';
import { requestScope } from './requestScope.js';

/** SQLSTATEs that somebody has to see to, and after which all is well again: until then no write succeeds. */
const NEEDS_HELP = new Set([
  '25006', // read only: a standby, or a database that its host has closed for writing
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '58030', // the disk cannot be read or written
]);
/** SQLSTATEs that mean "not now": the database is away, starting, stopping, full, or a wait ran out. */
const PASSING = new Set([
  ...NEEDS_HELP,
  '08000',
  '08001',
  '08003',
  '08004',
  '08006', // connection lost or refused
  '25P03', // idle in transaction too long
  '40001',
  '40P01', // serialization failure, deadlock
  '55P03', // lock not available in time
  '57014', // statement timeout
  '57P01',
  '57P02',
  '57P03', // shutting down, crashed, starting up
]);
const PASSING_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
/** No socket where the database should listen; any other file that is missing is another matter. */
const isNoSocket = ({ code, syscall }: PgError): boolean => code === 'ENOENT' && syscall === 'connect';
const PASSING_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection ended|not queryable/i;
/** How often the log says the same again: in an outage every request fails. */
const SAY_AGAIN_MS = 10_000;

interface PgError {
  code?: unknown;
  severity?: unknown;
  syscall?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** PgBouncer says all of its own so: no server to be had, a login that fails, a wait that ran out, its own end. */
const isPooler = ({ code, severity }: PgError): boolean => code === '08P01' && severity === 'FATAL';

/** Follows `cause`/`previous` links to what the driver said. */
function* chain(error: unknown): Generator<PgError> {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    const { cause, previous } = current as { cause?: unknown; previous?: unknown };
    current = cause ?? previous;
  }
}

/** Does this error mean that the database cannot serve just now, so that trying again later is right? */
export function isPassing(error: unknown): boolean {
  for (const link of chain(error)) {
    const { code, message } = link;
    if ((typeof code === 'string' && (PASSING.has(code) || PASSING_NODE.has(code))) || isNoSocket(link)) return true;
    if (isPooler(link)) return true;
    if (typeof message === 'string' && PASSING_TEXT.test(message)) return true;
  }
  return false;
}

/** The name of the unique constraint or index that refused a row, if that is what happened. */
export function uniqueViolation(error: unknown): string | undefined {
  for (const { code, constraint } of chain(error)) {
    if (code === '23505' && typeof constraint === 'string') return constraint;
  }
  return undefined;
}

/**
 * For a `catch`: where an id that the caller chose is some other object's, CONFLICT, with that object where they may see it,
 * so that they know their own. `what` is the table, too.
 */
export const refuseKnownId =
  (what: string, read: () => Promise<unknown>) =>
  async (refused: unknown): Promise<never> => {
    if (uniqueViolation(refused) !== `${what}_pkey`) throw refused;
    const data = await read().catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    throw conflict(`A ${what.replaceAll('_', ' ')} with this id already exists`, data);
  };

const said = new Map<string, number>();

/** One line in the log, now and then, for what the database refuses; who asked is told to come again. */
function report(error: unknown): void {
  const log = requestScope.getStore()?.log;
  if (!log) return;
  const [first = {}] = chain(error);
  const { code, message } = [...chain(error)].find((link) => typeof link.code === 'string') ?? first;
  const reason = typeof code === 'string' ? code : String(message);
  const now = performance.now();
  if (now - (said.get(reason) ?? -Infinity) < SAY_AGAIN_MS) return;
  // reasons are few; texts that differ each time shall not pile up
  if (said.size >= 100) said.clear();
  said.set(reason, now);
  const level = NEEDS_HELP.has(reason) ? 'error' : 'warn';
  log[level]({ code }, `the database does not serve: ${String(message)}`);
}

/** The gate of reads refuses where a connection is taken, below the ORM, whose own errors copy what it threw. */
function refusalBelow(error: unknown): AppError | undefined {
  const { code, message, retryAfter } = (error ?? {}) as Partial<AppError>;
  if (code !== 'RATE_LIMITED' && code !== 'UNAVAILABLE') return undefined;
  return new AppError(code, message ?? '', retryAfter === undefined ? {} : { retryAfter });
}

/** What a client may be told of any error; undefined for a defect, which is logged and masked. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const refusal = refusalBelow(error);
  if (refusal) return refusal;
  if (isPassing(error)) {
    report(error);
    return unavailable();
  }
  return undefined;
}
