import { createHmac } from 'node:crypto';
import { WEBHOOKS } from '../../contract/limits.js';
import { toStorable } from '../../contract/text.js';
import { type OutboundOptions, OutboundError, postOutbound } from '../platform/http/outbound.js';
import { VERSION } from '../platform/lib/version.js';
import type { WireMessage } from './webhookMessage.js';

export const SECRET_PREFIX = 'whsec_';

/** The outcome of one attempt. `status` is null if there was no answer. */
export interface Attempt {
  status: number | null;
  error: string | null;
  response: string | null;
  durationMs: number;
  /** Seconds to wait, as requested by the receiver. */
  retryAfter: number | null;
}

export const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;
/** The receiver wants no further messages (Standard Webhooks). */
export const isGone = ({ status }: Attempt): boolean => status === 410;

/** Signs a message by Standard Webhooks 1.0.0: HMAC-SHA256 of id, time and body. */
function sign(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Reads Retry-After (RFC 9110, 10.2.3): seconds, or a date. */
function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

export interface SendOptions {
  url: string;
  id: string;
  /** Two while a secret is being replaced. */
  secrets: readonly string[];
  wire: WireMessage;
  now: () => Date;
  outbound: OutboundOptions;
}

/** Makes one attempt. Returns errors of the receiver instead of throwing them. */
export async function sendMessage({ url, id, secrets, wire, now, outbound }: SendOptions): Promise<Attempt> {
  const started = performance.now();
  const seconds = Math.floor(now().getTime() / 1_000);
  const duration = (): number => Math.round(performance.now() - started);
  try {
    const { status, headers, body } = await postOutbound(
      {
        url,
        body: wire.body,
        headers: {
          'Content-Type': wire.contentType,
          'Content-Length': Buffer.byteLength(wire.body),
          'User-Agent': `Cairn/${VERSION}`,
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': secrets.map((secret) => sign(secret, id, seconds, wire.body)).join(' '),
        },
        timeoutMs: WEBHOOKS.timeoutSeconds * 1_000,
        answerBytes: WEBHOOKS.answerBytes,
      },
      outbound,
    );
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      error: isRedirect ? /*i18n*/ 'Redirects are not followed' : null,
      response: toStorable(body.slice(0, WEBHOOKS.storedAnswer)),
      durationMs: duration(),
      retryAfter: readRetryAfter(headers['retry-after'], now()),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, error: error.message, response: null, durationMs: duration(), retryAfter: null };
  }
}
