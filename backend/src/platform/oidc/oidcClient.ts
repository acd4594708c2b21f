import type { ClientAuth, Configuration } from 'openid-client';
import { isLoopbackUrl } from '../../env.js';
import type { Logger } from '../telemetry/logger.js';
import { OidcFailure, toOidcFailure } from './oidcFailure.js';

// openid-client is imported when it is first used: most servers have no provider
const load = () => import('openid-client');

export interface OidcSettings {
  /** The issuer's URL, with or without a trailing slash. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  scopes: string;
}

/** Values that bind an answer of the provider to its request. */
interface Bound {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The oldest sign-in at the provider that is accepted, in seconds; null for any. */
  maxAge: number | null;
}

export interface OidcRequest extends Bound {
  /** The PKCE challenge (S256). */
  challenge: string;
}

export interface OidcAnswer extends Bound {
  code: string;
  /** The issuer that the answer names (RFC 9207). */
  iss: string | null;
  /** The PKCE verifier. */
  verifier: string;
}

/** The provider's description of a person. Only issuer and subject are always present. */
export interface OidcPerson {
  /** Without a trailing slash, because settings and commands may have one or not. */
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

export interface OidcClient {
  /** Returns the URL at the provider to send the browser to. Throws an OidcFailure. */
  begin(request: OidcRequest): Promise<URL>;
  /** Exchanges an answer of the provider for the person who signed in there. Throws an OidcFailure. */
  complete(answer: OidcAnswer): Promise<OidcPerson>;
}

/** Requests to the provider give up before the browser does. */
const TIMEOUT_SECONDS = 3;
/** How much the provider's clock and ours may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** The provider's metadata is read again after this time. */
const DISCOVERY_MS = 3_600_000;

const withoutSlash = (issuer: string): string => issuer.replace(/\/+$/, '');

const WELL_KNOWN = /\/\.well-known\/openid-configuration\/?$/;

/** Normalizes an issuer, as identities store it. */
export const toIssuer = (given: string): string => withoutSlash(given.trim().replace(WELL_KNOWN, ''));

/** The issuer as given, and with its trailing slash toggled, because people copy it either way. */
function issuerUrls(issuer: string): URL[] {
  const given = issuer.replace(WELL_KNOWN, '');
  const other = given.endsWith('/') ? withoutSlash(given) : `${given}/`;
  const [first, second] = [new URL(given), new URL(other)];
  return first.href === second.href ? [first] : [first, second];
}

/** Sends the secret as the provider supports it: in the header, unless the provider only reads the body. */
async function chooseClientAuth(secret: string | undefined): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await load();
  if (secret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? [];
    const isPost = supported.includes('client_secret_post') && !supported.includes('client_secret_basic');
    return (isPost ? post : basic)(server, client, body, headers);
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, clockTolerance, discovery, enableNonRepudiationChecks } = await load();
  const auth = await chooseClientAuth(clientSecret);
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const execute = [enableNonRepudiationChecks, ...(isLoopbackUrl(issuer) ? [allowInsecureRequests] : [])];
  let failure: unknown;
  for (const url of issuerUrls(issuer)) {
    try {
      return await discovery(url, clientId, metadata, auth, { execute, timeout: TIMEOUT_SECONDS });
    } catch (error) {
      failure ??= error;
      // only if the issuers differ by their slash is a second request useful
      if ((error as { code?: string }).code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
    }
  }
  throw new OidcFailure('misconfigured', failure);
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Joins the claims of the ID token and of the user info. `email_verified` counts only for the address that it came
 * with.
 */
function joinClaims(first: Claims, later: Claims): Claims {
  const [one, other] = [first['email'], later['email']];
  const differ = one !== undefined && other !== undefined && one !== other;
  return { ...first, ...(differ && { email_verified: undefined }), ...later };
}

/** Talks to an OpenID Connect provider. The provider is discovered on first use, and again after a failure. */
export function createOidcClient(settings: OidcSettings, log: Logger): OidcClient {
  let discovered: { until: number; configuration: Promise<Configuration> } | undefined;
  const readConfiguration = (): Promise<Configuration> => {
    if (discovered && performance.now() < discovered.until) return discovered.configuration;
    const configuration = discover(settings);
    const made = { until: performance.now() + DISCOVERY_MS, configuration };
    discovered = made;
    configuration.catch(() => {
      if (discovered === made) discovered = undefined;
    });
    return configuration;
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const failure = toOidcFailure(error);
      // not the error itself, which has codes, tokens and claims of people
      const { kind, details } = failure;
      log.warn({ issuer: settings.issuer, failure: kind, ...details }, 'the OpenID Connect provider failed');
      throw failure;
    }
  };
  return {
    begin: ({ redirectUri, state, nonce, maxAge, challenge }) =>
      attempt(async () => {
        const configuration = await readConfiguration();
        const { buildAuthorizationUrl } = await load();
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(maxAge !== null && { max_age: String(maxAge) }),
        });
        // the browser opens it
        if (url.protocol !== 'https:' && !isLoopbackUrl(url.href)) throw new Error(`unsafe address ${url.origin}`);
        return url;
      }),
    complete: ({ redirectUri, state, nonce, maxAge, code, iss, verifier }) =>
      attempt(async () => {
        const configuration = await readConfiguration();
        const { authorizationCodeGrant, fetchUserInfo } = await load();
        const answered = new URL(redirectUri);
        for (const [name, value] of Object.entries({ code, state, iss })) {
          if (value !== null) answered.searchParams.set(name, value);
        }
        const tokens = await authorizationCodeGrant(configuration, answered, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(maxAge !== null && { maxAge }),
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('the provider sent no ID token');
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
        // some providers send the person's details only here; the subject must match the ID token
        const more = endpoint === undefined ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return { issuer: withoutSlash(claims.iss), subject: claims.sub, claims: joinClaims(claims, more) };
      }),
  };
}
