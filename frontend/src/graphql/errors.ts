import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import type { ErrorCode, FieldErrors } from '@contract/errors';
import { graphqlTexts } from '../texts/graphql';
import { notify } from '../ui/notify';

/** What went wrong, in one shape for every transport. NETWORK: no answer came at all. */
export interface AppError {
  code: ErrorCode | 'NETWORK' | 'UNKNOWN';
  /** The server's words, where it said any. */
  message: string;
  /** The messages of each field that was refused. */
  fields: FieldErrors;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const CODES: Record<ErrorCode, true> = {
  BAD_REQUEST: true,
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  CONFLICT: true,
  PAYLOAD_TOO_LARGE: true,
  VALIDATION_FAILED: true,
  RATE_LIMITED: true,
  INTERNAL: true,
  UNAVAILABLE: true,
};
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(CODES, value);

const fieldsOf = (value: unknown): FieldErrors => {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).map(([name, messages]) => {
    const list: unknown[] = Array.isArray(messages) ? messages : [messages];
    return [name, list.filter((message) => typeof message === 'string')] as const;
  });
  return Object.fromEntries(entries.filter(([, messages]) => messages.length > 0));
};

const appError = (code: unknown, message: unknown, fields?: unknown): AppError => ({
  code: isCode(code) ? code : 'UNKNOWN',
  message: typeof message === 'string' ? message : '',
  fields: fieldsOf(fields),
});

/** An answer that is no GraphQL answer: the error of a route, of a proxy, or a page of HTML. */
const fromHttp = (status: number, bodyText: string): AppError => {
  const fallbackCode = status >= 500 ? 'INTERNAL' : status === 429 ? 'RATE_LIMITED' : undefined;
  try {
    const body: unknown = JSON.parse(bodyText);
    if (!isRecord(body)) return appError(fallbackCode, '');
    const first: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined;
    if (isRecord(first)) {
      const extensions = isRecord(first.extensions) ? first.extensions : {};
      return appError(extensions.code ?? fallbackCode, first.message, extensions.fields);
    }
    return appError(body.code ?? fallbackCode, body.message, body.errors);
  } catch {
    return appError(fallbackCode, '');
  }
};

/** Reads any error that the client can throw. */
export const toAppError = (error: unknown): AppError => {
  if (CombinedGraphQLErrors.is(error)) {
    const [first] = error.errors;
    return appError(first?.extensions?.code, first?.message, first?.extensions?.fields);
  }
  if (ServerError.is(error) || ServerParseError.is(error)) return fromHttp(error.statusCode, error.bodyText);
  // fetch rejects with a TypeError when there is no connection, and with its signal's reason when time is up.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) {
    return { code: 'NETWORK', message: '', fields: {} };
  }
  return appError('UNKNOWN', error instanceof Error ? error.message : '');
};

/** Nothing was answered, or only by a gateway that could not reach the server. */
export const isTransient = (error: unknown): boolean =>
  ServerError.is(error)
    ? [502, 503, 504].includes(error.statusCode)
    : !CombinedGraphQLErrors.is(error) && toAppError(error).code === 'NETWORK';

/** One sentence for a place that shows an error itself, such as a page that could not be loaded. */
export const errorText = (error: unknown, fallback = graphqlTexts.unknown): string => {
  const { code, message } = toAppError(error);
  if (code === 'NETWORK') return graphqlTexts.networkError;
  if (code === 'INTERNAL' || code === 'UNAVAILABLE') return graphqlTexts.serverError;
  if (code === 'FORBIDDEN') return graphqlTexts.accessDenied;
  if (code === 'NOT_FOUND') return graphqlTexts.notFound;
  return message || fallback;
};

interface ReportOptions {
  /** Said when the server gave no words. */
  fallback?: string;
  /** Fields whose messages the form shows itself. */
  shown?: readonly string[];
}

/** Two components may hold the same error; it is said once. */
const reported = new WeakSet<object>();

/** Says an error in a toast, once. An ended sign-in says its own words, so it is left out here. */
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

/** Waits for something that is done on the server; where that fails, says why, and answers false. */
export const succeeds = async (deed: Promise<unknown>, fallback: string): Promise<boolean> => {
  try {
    await deed;
    return true;
  } catch (error) {
    reportError(error, { fallback });
    return false;
  }
};
