import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type ProviderContext } from 'oidc-provider';

/** What the provider says about a person. */
export type Claims = Record<string, unknown>;

/** What the provider returns to the app's page. */
export interface ProviderAnswer {
  state: string;
  code: string;
  iss: string;
}

export interface TestProvider {
  issuer: string;
  /** The settings of an app that uses it. */
  env: Record<string, string>;
  /** The people who can sign in, by subject. */
  people: Map<string, Claims>;
  /** Opens an address of the app's choice as a browser would, and signs in as this subject. */
  signIn(url: string, subject: string, browser?: Browser): Promise<ProviderAnswer>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The cookies of one browser at the provider. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}

const APP_URL = 'https://cairn.example';
const CLIENT = { id: 'cairn', secret: 'a secret of the client, long enough' };

/** All providers of a process share a key, because making one takes a second. */
let key: object | undefined;
const signingKey = (): object =>
  (key ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: 'test',
  });

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let body = '';
  for await (const part of request) body += String(part);
  return new URLSearchParams(body);
};

interface ProviderOptions {
  /** Where the app's pages are; a test without a browser never opens them. */
  appUrl?: string;
  /** Prefix of the provider's paths, for issuers with a path. */
  path?: string;
  /** Further configuration of oidc-provider. */
  configuration?: Record<string, unknown>;
  /** Whether it answers; otherwise `start` is called later. */
  started?: boolean;
}

/** Starts a real OpenID Connect provider on loopback. */
export async function startProvider({
  appUrl = APP_URL,
  path = '',
  configuration = {},
  started = true,
}: ProviderOptions = {}): Promise<TestProvider> {
  const people = new Map<string, Claims>();
  const base = path.replace(/\/$/, '');
  let server: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const listen = async (port: number): Promise<void> => {
    server = createServer((request, response) => handle(request, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server!.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}${path}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appUrl}/oidc`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
    },
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [signingKey()] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${base}/interaction/${uid}` },
    findAccount: (_: unknown, subject: string) =>
      people.has(subject)
        ? { accountId: subject, claims: () => ({ ...people.get(subject), sub: subject }) }
        : undefined,
    // no one is asked for consent
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const known = oidc.session.grantIdFor(oidc.client.clientId);
      if (known) return oidc.provider.Grant.find(known);
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...configuration,
  });
  const callback = provider.callback();
  handle = (request, response) => {
    const { url = '', method } = request;
    // as Express does it for a mounted app
    if (base) Object.assign(request, { originalUrl: url, baseUrl: base, url: url.slice(base.length) || '/' });
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    if (method === 'POST') {
      void readBody(request).then((body) =>
        provider.interactionFinished(request, response, { login: { accountId: body.get('subject') } }),
      );
      return;
    }
    const buttons = [...people.keys()].map((name) => `<button name="subject" value="${name}">${name}</button>`);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Provider</title><form method="post"><h1>Provider</h1>${buttons.join('')}</form>`,
    );
  };
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close').catch(() => undefined);
  };
  if (!started) await stop();
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Harbor ID',
      PUBLIC_URL: appUrl,
    },
    people,
    signIn: async (url, subject, browser = new Browser()) => {
      let next = url;
      for (let hops = 0; hops < 10; hops += 1) {
        const isForm = new URL(next).pathname.includes('/interaction/');
        const response = await browser.open(
          next,
          isForm ? { method: 'POST', body: new URLSearchParams({ subject }) } : {},
        );
        const location = response.headers.get('location');
        if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(`${appUrl}/oidc?`)) {
          return Object.fromEntries(new URL(next).searchParams) as unknown as ProviderAnswer;
        }
      }
      throw new Error('the provider redirects for ever');
    },
    start: () => listen(port),
    stop,
  };
}
