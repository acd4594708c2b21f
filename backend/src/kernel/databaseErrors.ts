import { AppError, unavailable } from './errors.js';

/** SQLSTATEs that mean "not now": the database is away, starting, stopping, or a wait ran out. */
const PASSING = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006', // connection lost or refused
  '25P03', // idle in transaction too long
  '40001',
  '40P01', // serialization failure, deadlock
  '53300', // too many connections
  '55P03', // lock not available in time
  '57014', // statement timeout
  '57P01',
  '57P02',
  '57P03', // shutting down, crashed, starting up
]);
const PASSING_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EAI_AGAIN']);
const PASSING_TEXT = /timeout exceeded when trying to connect|Connection terminated|connection ended|not queryable/i;

interface PgError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

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
  for (const { code, message } of chain(error)) {
    if (typeof code === 'string' && (PASSING.has(code) || PASSING_NODE.has(code))) return true;
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
  if (isPassing(error)) return unavailable();
  return undefined;
}
