import type { ErrorCode, FieldErrors } from '../../../contract/errors.js';
import type { ParamsOf, Reason, ReasonKey } from '../../../contract/reasons.js';

/** A message of a field with its reason. */
export interface FieldError extends Omit<Reason, 'field'> {
  text: string;
}

export type InvalidFields = Readonly<Record<string, FieldError | readonly FieldError[]>>;

/** Creates an error of a field: the reason for programs, and its English message. */
export const fieldError = <Key extends ReasonKey>(key: Key, text: string, ...[params]: ParamsOf<Key>): FieldError => ({
  text,
  key,
  params: params ?? {},
});

interface Details {
  /** For VALIDATION_FAILED. */
  invalid?: InvalidFields;
  /** The current object, for CONFLICT, in its REST shape. */
  data?: unknown;
  /** Seconds to wait, for RATE_LIMITED and UNAVAILABLE. */
  retryAfter?: number;
  /** The request's cost and its limit, if that is the reason. */
  cost?: QueryCost;
}

export interface QueryCost {
  requested: number;
  maximum: number;
}

const mapValues = <From, To>(fields: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));

/** An error that a client can see: a code of the closed list, a message for people, and details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly invalid: Readonly<Record<string, readonly FieldError[]>> | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  readonly cost: QueryCost | undefined;

  constructor(code: ErrorCode, message: string, { invalid: fields, data, retryAfter, cost }: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.invalid = fields && mapValues(fields, (errors) => [errors].flat());
    this.data = data;
    this.retryAfter = retryAfter;
    this.cost = cost;
  }

  /** Messages by field. */
  get fields(): FieldErrors | undefined {
    return this.invalid && mapValues(this.invalid, (errors) => errors.map(({ text }) => text));
  }

  /** The reason of each message, in the order of the messages. */
  get reasons(): Reason[] | undefined {
    return (
      this.invalid &&
      Object.entries(this.invalid).flatMap(([field, errors]) =>
        errors.map(({ key, params }) => ({ field, key, params })),
      )
    );
  }
}

export const badRequest = (message: string): AppError => new AppError('BAD_REQUEST', message);
/** Names from input are cut to this length in messages. */
const NAME_MAX = 50;
export const unknownName = (what: string, name: string): AppError =>
  badRequest(`Unknown ${what} ${name.slice(0, NAME_MAX).toWellFormed()}`);
export const unauthenticated = (message = 'Please sign in'): AppError => new AppError('UNAUTHENTICATED', message);
export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);
/** Missing and inaccessible objects get the same error, so that ids cannot be probed. */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `${what} not found`);
export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';
/**
 * Two writes conflict. `data` is the current object in its REST shape, or a function that reads it: a command calls it after
 * its rollback, so that it never takes a second connection.
 */
export const conflict = (message: string, data?: unknown): AppError => new AppError('CONFLICT', message, { data });
/** A short random wait, so that refused clients do not all return at the same time. */
const randomDelay = (): number => 1 + Math.floor(Math.random() * 3);
/** `retryAfter` is in seconds. */
export const unavailable = (message = 'The service is busy, please try again', retryAfter = randomDelay()): AppError =>
  new AppError('UNAVAILABLE', message, { retryAfter });

/** Units for a wait in messages, with the seconds from which each is used. */
const UNITS: readonly [unit: string, seconds: number, from: number][] = [
  ['hour', 3600, 7201],
  ['minute', 60, 60],
];

/** `retryAfter` is in seconds. */
export function rateLimited(retryAfter: number): AppError {
  const [unit, seconds] = UNITS.find(([, , from]) => retryAfter >= from) ?? ['second', 1];
  const count = Math.ceil(retryAfter / seconds);
  const message = `Too many requests. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}

/** Invalid input, with errors by field. `data` contains what the client needs to correct it. */
export function invalid(fields: InvalidFields, data?: unknown): AppError {
  const [first] = Object.values(fields).flat();
  return new AppError('VALIDATION_FAILED', first?.text ?? 'Invalid input', { invalid: fields, data });
}
