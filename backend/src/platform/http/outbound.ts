import { lookup, Resolver } from 'node:dns/promises';
import { request as requestByHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './privateAddress.js';

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface OutboundOptions {
  /** Hosts that may have private addresses and use HTTP; a port limits an entry, a leading dot matches all subdomains. */
  trusted: readonly string[];
  /** For tests. */
  resolve?: Resolve | undefined;
}

export interface OutboundRequest {
  url: string;
  headers: OutgoingHttpHeaders;
  body: string;
  timeoutMs: number;
  /** The maximum number of bytes to read of the answer's body. */
  answerBytes: number;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** The beginning of the body. */
  body: string;
}

/** Thrown with the reason why a URL is refused, for the person who entered it. */
export class OutboundError extends Error {}

const RESOLVE_TRY_MS = 2_000;

/** Asks name servers directly instead of in a thread, so that slow ones delay nothing else. */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_TRY_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Resolves a name as the system does, including its hosts file, for hosts that the operator trusts. */
const resolveTrusted = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isTrusted = ({ host, hostname, port, protocol }: URL, trusted: readonly string[]): boolean => {
  const withPort = port === '' ? `${host}:${protocol === 'http:' ? 80 : 443}` : host;
  return trusted.some((entry) => {
    const name = /:\d+$/.test(entry) ? withPort : withoutBrackets(hostname);
    return entry.startsWith('.') ? name.endsWith(entry) : name === entry;
  });
};

/**
 * Parses the address of a receiver. Throws an OutboundError for credentials, a private address, and for HTTP, unless the
 * operator trusts the host.
 */
export function parseOutbound(text: string, trusted: readonly string[]): { url: URL; isTrusted: boolean } {
  if (!URL.canParse(text)) throw new OutboundError('Enter a URL like https://example.com/hook');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new OutboundError('The URL must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('The URL must not contain a name or password');
  }
  if (isTrusted(url, trusted)) return { url, isTrusted: true };
  const host = withoutBrackets(url.hostname);
  const isInside = isIP(host) > 0 ? isPrivateAddress(host) : /(?:^|\.)localhost\.?$/.test(host) || !host.includes('.');
  if (isInside) throw new OutboundError('This address is private. An administrator can allow it with WEBHOOK_HOSTS.');
  if (url.protocol === 'http:') {
    throw new OutboundError('The URL must begin with https://. An administrator can allow HTTP with WEBHOOK_HOSTS.');
  }
  return { url, isTrusted: false };
}

/**
 * Resolves a host once and returns a lookup that gives only these addresses, so that the connection cannot reach
 * another one (DNS rebinding). Throws an OutboundError if any of them is private, unless the host is trusted.
 */
export async function pinAddress(
  { url, isTrusted: isAllowed }: { url: URL; isTrusted: boolean },
  resolve: Resolve | undefined,
): Promise<LookupFunction> {
  const host = withoutBrackets(url.hostname);
  const asks = resolve ?? (isAllowed ? resolveTrusted : resolveName);
  const addresses = isIP(host) > 0 ? [host] : await asks(host).catch((): string[] => []);
  if (addresses.length === 0) throw new OutboundError('The host has no address');
  if (!isAllowed && addresses.some(isPrivateAddress)) throw new OutboundError('The host has a private address');
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, done) => {
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** Reads the beginning of a body. Keeps what it has read before a failure or the time limit. */
async function readBeginning(answer: IncomingMessage, bytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= bytes) break;
    }
  } catch {
    // the status has arrived
  }
  answer.destroy();
  return Buffer.concat(parts).subarray(0, bytes).toString('utf8');
}

/**
 * Sends a POST request to a URL that a person has chosen. Does not follow redirects. Throws an OutboundError with the
 * reason if there was no answer.
 */
export async function postOutbound(
  { url: text, headers, body, timeoutMs, answerBytes }: OutboundRequest,
  { trusted, resolve }: OutboundOptions,
): Promise<OutboundAnswer> {
  const target = parseOutbound(text, trusted);
  const signal = AbortSignal.timeout(timeoutMs);
  const pinned = await pinAddress(target, resolve);
  const request = target.url.protocol === 'https:' ? requestByHttps : requestByHttp;
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const sent = request(target.url, { method: 'POST', lookup: pinned, agent: false, signal, headers });
    sent.once('error', fail);
    sent.once('response', done);
    sent.end(body);
  }).catch((error: unknown) => {
    throw new OutboundError(explain(error, signal, timeoutMs), { cause: error });
  });
  // the time limit also ends a slow body
  signal.addEventListener('abort', () => answer.destroy(), { once: true });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await readBeginning(answer, answerBytes),
  };
}

/** Marked for the catalogue of mails. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: /*i18n*/ 'The connection was refused',
  ECONNRESET: /*i18n*/ 'The connection was cut',
  EHOSTUNREACH: /*i18n*/ 'The host cannot be reached',
  ENETUNREACH: /*i18n*/ 'The host cannot be reached',
  ETIMEDOUT: /*i18n*/ 'The host did not answer in time',
  EPROTO: /*i18n*/ 'The host does not speak HTTPS there',
};

function explain(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `There was no answer within ${timeoutMs / 1_000} seconds`;
  const { code = '' } = (error ?? {}) as { code?: string };
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return `The certificate is not valid (${code})`;
  return REASONS[code] ?? /*i18n*/ 'The connection failed';
}
