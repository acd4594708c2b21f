import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@contract/errors';
import type { Reason } from '@contract/reasons';
import { reasonText, refusalText } from '../../lib/reasonWords';
import { graphqlTexts } from '../../texts/graphql';
import { notify } from '../../ui/notify';

/** An error in the same form for all transports. NETWORK: there was no answer. */
export interface AppError {
  code: ErrorCode | 'NETWORK' | 'UNKNOWN';
  /** The server's message, if there is one. */
  message: string;
  /** The messages of refused fields. */
  fields: FieldErrors;
  /** The current object, if the write had a conflict. */
  now?: Record<string, unknown> | undefined;
  /** The seconds to wait before a retry, if the server sends them. */
  retryAfter?: number | undefined;
}

/** An answer with an error status, or in an unexpected format. */
export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly bodyText: string,
  ) {
    super(String(statusCode));
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

const fieldsOf = (value: unknown): FieldErrors => {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(([name, messages]) => {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    return [name, list.filter((message) => typeof message === 'string')] as const;
  });
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
};

const isReason = (value: unknown): value is Reason =>
  isRecord(value) && typeof value.field === 'string' && typeof value.key === 'string' && isRecord(value.params);

/**
 * Returns the messages of fields in the reader's language, if their reasons are known. There is one reason per message.
 */
const translateFields = (fields: FieldErrors, reasons: unknown): FieldErrors => {
  if (!Array.isArray(reasons)) return fields;
  const byField = Map.groupBy(reasons.filter(isReason), ({ field }) => field);
  const entries = Object.entries(fields).map(([name, messages]) => {
    const given = byField.get(name) ?? [];
    return [name, messages.map((message, at) => (given[at] ? reasonText(given[at], message) : message))];
  });
  return Object.fromEntries(entries) as FieldErrors;
};

const appError = (code: unknown, message: unknown, fields?: unknown, reasons?: unknown): AppError => ({
  code: isCode(code) ? code : 'UNKNOWN',
  message: typeof message === 'string' ? message : '',
  fields: translateFields(fieldsOf(fields), reasons),
});

/** The first error of a GraphQL answer. */
const fromGraphql = (errors: readonly unknown[], fallbackCode?: ErrorCode): AppError => {
  const first = isRecord(errors[0]) ? errors[0] : {};
  const extensions = isRecord(first.extensions) ? first.extensions : {};
  const { code = fallbackCode, fields, reasons, data, retryAfter } = extensions;
  return {
    ...appError(code, first.message, fields, reasons),
    now: isRecord(data) ? data : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  };
};

// Apollo Client's errors are recognized by their fields, because sign-in pages do not load it.
const isHttpError = (error: unknown): error is Pick<HttpError, 'statusCode' | 'bodyText'> =>
  isRecord(error) && typeof error.statusCode === 'number' && typeof error.bodyText === 'string';
const isGraphqlError = (error: unknown): error is { errors: readonly unknown[] } =>
  isRecord(error) && Array.isArray(error.errors);

/** Converts an answer that is not GraphQL: the error of a route, of a proxy, or a page of HTML. */
const fromHttp = (status: number, bodyText: string): AppError => {
  const fallbackCode = status >= 500 ? 'INTERNAL' : status === 429 ? 'RATE_LIMITED' : undefined;
  try {
    const body: unknown = JSON.parse(bodyText);
    if (!isRecord(body)) return appError(fallbackCode, '');
    if (isGraphqlError(body)) return fromGraphql(body.errors, fallbackCode);
    return appError(body.code ?? fallbackCode, body.message, body.errors, body.reasons);
  } catch {
    return appError(fallbackCode, '');
  }
};

/** Whether the request's time limit was exceeded. While a body is read, browsers report this as an AbortError. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');

/** Converts any error with which a request can end, by GraphQL or REST. */
export const toAppError = (error: unknown): AppError => {
  if (isHttpError(error)) return fromHttp(error.statusCode, error.bodyText);
  if (isGraphqlError(error)) return fromGraphql(error.errors);
  // fetch rejects with a TypeError when there is no connection, and with its signal's reason when time is up.
  if (error instanceof TypeError || isTimeout(error)) {
    return { code: 'NETWORK', message: '', fields: {} };
  }
  return appError('UNKNOWN', error instanceof Error ? error.message : '');
};

/** Whether a gateway answered for a server that it could not reach. Cloudflare has its own range for this. */
const isGatewayError = (status: number): boolean =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 530);

/** Whether there was no answer, or only the answer of a gateway that could not reach the server. */
export const isTransient = (error: unknown): boolean =>
  isHttpError(error) ? isGatewayError(error.statusCode) : toAppError(error).code === 'NETWORK';

/** Returns one sentence, for a place that shows an error itself, such as a page that could not be loaded. */
export const errorText = (error: unknown, fallback = graphqlTexts.unknown): string => {
  const { code, message, retryAfter } = toAppError(error);
  if (code === 'NETWORK') return graphqlTexts.networkError;
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') return graphqlTexts.serverError;
  if (code === 'FORBIDDEN') return graphqlTexts.accessDenied;
  if (code === 'NOT_FOUND') return graphqlTexts.notFound;
  return refusalText(message, retryAfter) || fallback;
};

interface ReportOptions {
  /** The message if the server gave none. */
  fallback?: string;
  /** Fields whose messages the form shows itself. */
  shown?: readonly string[];
}

/** Two components may have the same error; it is reported once. */
const reported = new WeakSet<object>();

/** Reports an error in a toast, once. An ended session is reported elsewhere, so it is ignored here. */
export const reportError = (error: unknown, { fallback, shown = [] }: ReportOptions = {}): void => {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const { code, fields } = toAppError(error);
  if (code === 'UNAUTHENTICATED') return;
  const names = Object.keys(fields);
  if (code !== 'VALIDATION_FAILED' || names.length === 0) {
    notify.error(errorText(error, fallback));
    return;
  }
  for (const name of names) if (!shown.includes(name)) notify.error(graphqlTexts.field(name, fields[name]?.[0] ?? ''));
};

/** Reports a refusal that is not shown at a field: by the first message of a field, or that it needs a connection. */
export const reportRefusal = (error: unknown, { fallback, offline }: { fallback: string; offline: string }): void => {
  const { code, fields } = toAppError(error);
  const [message] = Object.values(fields).flat();
  if (message !== undefined) notify.error(message);
  else if (code === 'NETWORK') notify.error(offline);
  else reportError(error, { fallback });
};

/** Waits for a write or another request; after a failure, reports it and returns false. */
export const succeeds = async (deed: Promise<unknown>, fallback: string): Promise<boolean> => {
  try {
    await deed;
    return true;
  } catch (error) {
    reportError(error, { fallback });
    return false;
  }
};
