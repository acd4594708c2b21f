import { AppError, conflict, isNotFound, unavailable } from '../lib/errors.js';
import { requestScope } from './requestScope.js';

/** SQLSTATEs that an operator has to resolve; until then no write succeeds. */
const NEEDS_OPERATOR = new Set([
  '25006', // read only: a standby, or a database that its host has closed for writing
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '58030', // the disk cannot be read or written
]);
/** SQLSTATEs that mean "try again later": the database is unreachable, starting, stopping or full, or a wait timed out. */
const TRANSIENT = new Set([
  ...NEEDS_OPERATOR,
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
const TRANSIENT_NODE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  // a stopped container has no name, and a host without power no route
  'ENOTFOUND',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** A missing socket means that no server listens; a missing file is a defect. */
const isNoSocket = ({ code, syscall }: PgError): boolean => code === 'ENOENT' && syscall === 'connect';
const TRANSIENT_TEXT =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection ended|not queryable/i;
/** How often the log repeats a reason: in an outage every request fails. */
const LOG_AGAIN_MS = 10_000;

interface PgError {
  code?: unknown;
  severity?: unknown;
  syscall?: unknown;
  constraint?: unknown;
  message?: unknown;
}

/** PgBouncer reports all of its own errors with this code: no server, failed login, timeout, shutdown. */
const isPooler = ({ code, severity }: PgError): boolean => code === '08P01' && severity === 'FATAL';

/** Follows `cause` and `previous` links to the driver's error. */
function* chain(error: unknown): Generator<PgError> {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    yield current;
    const { cause, previous } = current as { cause?: unknown; previous?: unknown };
    current = cause ?? previous;
  }
}

/** Whether the database cannot serve for now, so that a retry later makes sense. */
export function isTransient(error: unknown): boolean {
  for (const link of chain(error)) {
    const { code, message } = link;
    if ((typeof code === 'string' && (TRANSIENT.has(code) || TRANSIENT_NODE.has(code))) || isNoSocket(link))
      return true;
    if (isPooler(link)) return true;
    if (typeof message === 'string' && TRANSIENT_TEXT.test(message)) return true;
  }
  return false;
}

/** Returns the name of the unique constraint or index that refused a row, if that is the error. */
export function uniqueViolation(error: unknown): string | undefined {
  for (const { code, constraint } of chain(error)) {
    if (code === '23505' && typeof constraint === 'string') return constraint;
  }
  return undefined;
}

/**
 * Handles the error of an insert with a client-chosen id: throws CONFLICT if the id is taken, with the existing object if
 * the caller can read it. `what` is the table name.
 */
export const rejectDuplicateId =
  (what: string, read: () => Promise<unknown>) =>
  async (refused: unknown): Promise<never> => {
    if (uniqueViolation(refused) !== `${what}_pkey`) throw refused;
    const data = await read().catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    const article = /^[aeiou]/.test(what) ? 'An' : 'A';
    throw conflict(`${article} ${what.replaceAll('_', ' ')} with this id already exists`, data);
  };

const loggedAt = new Map<string, number>();

/** Logs why the database cannot serve, at most once per reason and interval. */
function report(error: unknown): void {
  const log = requestScope.getStore()?.log;
  if (!log) return;
  const [first = {}] = chain(error);
  const { code, message } = [...chain(error)].find((link) => typeof link.code === 'string') ?? first;
  const reason = typeof code === 'string' ? code : String(message);
  const now = performance.now();
  if (now - (loggedAt.get(reason) ?? -Infinity) < LOG_AGAIN_MS) return;
  // messages without a code can differ each time and must not pile up
  if (loggedAt.size >= 100) loggedAt.clear();
  loggedAt.set(reason, now);
  const level = NEEDS_OPERATOR.has(reason) ? 'error' : 'warn';
  log[level]({ code }, `the database does not serve: ${String(message)}`);
}

/** Returns the AppError of the read gate if the ORM has wrapped it: the ORM's error has a copy of its fields. */
function unwrapRefusal(error: unknown): AppError | undefined {
  const { code, message, retryAfter } = (error ?? {}) as Partial<AppError>;
  if (code !== 'RATE_LIMITED' && code !== 'UNAVAILABLE') return undefined;
  return new AppError(code, message ?? '', retryAfter === undefined ? {} : { retryAfter });
}

/** Returns the error a client may see; undefined for a defect, which is logged and masked. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const refusal = unwrapRefusal(error);
  if (refusal) return refusal;
  if (isTransient(error)) {
    report(error);
    return unavailable();
  }
  return undefined;
}
