/**
 * Why a sign-in at the provider failed:
 * - `unreachable`: the provider did not answer, or answered with an error of its own.
 * - `misconfigured`: the provider does not accept this server as a client, or is not an OpenID Connect provider.
 * - `refused`: this answer of the provider is not valid: forged, expired, already used, or for another request.
 * - `stale`: the person did not just sign in at the provider, although that was required.
 */
export type OidcFailureKind = 'unreachable' | 'misconfigured' | 'refused' | 'stale';

export class OidcFailure extends Error {
  constructor(
    readonly kind: OidcFailureKind,
    cause: unknown,
  ) {
    super(kind, { cause });
    this.name = 'OidcFailure';
  }

  /** The details of the cause that may be logged. */
  get details(): {
    code?: string | undefined;
    error?: string | undefined;
    reason: string;
    status?: number | undefined;
  } {
    const { code, error, status, cause } = (this.cause ?? {}) as Known;
    const reasons = [this.cause, cause].filter((it) => it instanceof Error).map(({ message }) => message);
    return { code, error, status, reason: reasons.join(': ') };
  }
}

interface Known {
  code?: string;
  /** The OAuth error of a response. */
  error?: string;
  status?: number;
  cause?: unknown;
  name?: string;
}

/** Errors of the token endpoint that concern one request; all others concern the client's registration. */
const OF_THE_REQUEST = new Set(['invalid_grant', 'invalid_request', 'access_denied']);

/** Codes of openid-client for an answer that does not fit the request, or whose signature or claims are wrong. */
const REFUSED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Whether the ID token says that the sign-in is too old, or does not say when it was. */
function isStale({ code, cause }: Known): boolean {
  const { claim } = ((cause as Known | undefined)?.cause ?? {}) as { claim?: string };
  const isClaim = code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || code === 'OAUTH_INVALID_RESPONSE';
  return isClaim && (claim === 'auth_time' || /auth_time/.test(String((cause as Error | undefined)?.message)));
}

function kindOf(error: unknown): OidcFailureKind {
  const known = (error ?? {}) as Known;
  if (known.code === 'OAUTH_RESPONSE_BODY_ERROR') {
    if ((known.status ?? 0) >= 500) return 'unreachable';
    return OF_THE_REQUEST.has(known.error ?? '') ? 'refused' : 'misconfigured';
  }
  if (isStale(known)) return 'stale';
  if (REFUSED.has(known.code ?? '')) return 'refused';
  // fetch reports all its failures as a TypeError
  if (UNREACHABLE.has(known.code ?? '') || known.name === 'TypeError') return 'unreachable';
  return 'misconfigured';
}

export const toOidcFailure = (error: unknown): OidcFailure =>
  error instanceof OidcFailure ? error : new OidcFailure(kindOf(error), error);
