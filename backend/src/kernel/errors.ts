import type { ErrorCode, FieldErrors } from '../../contract/errors.js';

interface Details {
  /** Messages by field, for VALIDATION_FAILED. */
  fields?: FieldErrors;
  /** The current object, for CONFLICT, in the shape REST answers it. */
  data?: unknown;
  /** Seconds to wait, for RATE_LIMITED and what is busy. */
  retryAfter?: number;
  /** What a GraphQL request costs and what it may, where that is the reason. */
  cost?: QueryCost;
}

/** The cost of a GraphQL request. */
export interface QueryCost {
  requested: number;
  maximum: number;
}

/** A refusal that a client may see: a code of the closed list, a message for people, and what belongs to it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  readonly cost: QueryCost | undefined;

  constructor(code: ErrorCode, message: string, { fields, data, retryAfter, cost }: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
    this.cost = cost;
  }
}

export const badRequest = (message: string): AppError => new AppError('BAD_REQUEST', message);
/** A name that somebody sent, as a message says it: cut where nobody would read on. */
const NAME_MAX = 50;
export const unknownName = (what: string, name: string): AppError =>
  badRequest(`Unknown ${what} ${name.slice(0, NAME_MAX).toWellFormed()}`);
export const unauthenticated = (message = 'Please sign in'): AppError => new AppError('UNAUTHENTICATED', message);
export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);
/** Absent and foreign objects answer the same, so that nobody can probe for them. */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `${what} not found`);
export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';
/**
 * The write meets another one. `data` is the current object as REST answers it, or a function that reads it: a command
 * calls it after its rollback, so that no second connection is taken while the first is held.
 */
export const conflict = (message: string, data?: unknown): AppError => new AppError('CONFLICT', message, { data });
/** When to come back where nobody knows how long it lasts: by chance, so that not all who were refused come at once. */
const soon = (): number => 1 + Math.floor(Math.random() * 3);
/** Not now; `retryAfter` is in seconds. */
export const unavailable = (message = 'The service is busy, please try again', retryAfter = soon()): AppError =>
  new AppError('UNAVAILABLE', message, { retryAfter });

/** In which words a wait is told, from how many seconds on. */
const UNITS: readonly [unit: string, seconds: number, from: number][] = [
  ['hour', 3600, 7201],
  ['minute', 60, 60],
];

/** Too often; `retryAfter` is in seconds. */
export function rateLimited(retryAfter: number): AppError {
  const [unit, seconds] = UNITS.find(([, , from]) => retryAfter >= from) ?? ['second', 1];
  const count = Math.ceil(retryAfter / seconds);
  const message = `Too many requests. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}

/** A refusal of input, with messages at the fields they concern. */
export function invalid(fields: FieldErrors): AppError {
  const first = Object.values(fields)[0]?.[0];
  return new AppError('VALIDATION_FAILED', first ?? 'Invalid input', { fields });
}
