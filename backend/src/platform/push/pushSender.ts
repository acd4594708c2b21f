import { request, type RequestOptions } from 'node:https';
import webPush from 'web-push';
import type { Logger } from '../telemetry/logger.js';
import { pinAddress, type Resolve } from '../http/outbound.js';
import { isPushEndpoint } from './pushHosts.js';

/** A browser's push endpoint, and the keys to encrypt for it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The server's VAPID key (RFC 8292), base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** The push service's answer; `gone`: the subscription no longer exists. */
export type PushResult = 'sent' | 'refused' | 'gone';

/** Sends pushes. Throws if one could not be handed over; the job that sends it is retried. */
export interface PushSender {
  /** Whether pushes can go to this URL. */
  accepts: (endpoint: string) => boolean;
  send: (target: PushTarget, key: PushKey, payload: string) => Promise<PushResult>;
}

export interface PushSenderOptions {
  /** PUSH_HOSTS: further hosts; a leading dot matches all subdomains. */
  hosts: readonly string[];
  /** The operator's contact: an https or mailto URL. */
  subject: string;
  log: Logger;
  /** Only set by tests, whose push service runs on this machine. */
  connect?: RequestOptions['createConnection'];
  /** For tests. */
  resolve?: Resolve;
}

/** After this time a push is retried later. */
const TIMEOUT_MS = 5_000;
/** How long a push service keeps an undelivered push. */
const TTL_SECONDS = 24 * 3_600;
/** The browser is no longer subscribed (RFC 8030). */
const isGone = (status: number): boolean => status === 404 || status === 410;
/** Worth a retry: too many requests, or the service is down. Anything else would be refused again. */
const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Sends pushes by HTTPS (RFC 8030), encrypted for the browser (RFC 8291). Redirects are not followed. */
export function createPushSender({ hosts, subject, log, connect, resolve }: PushSenderOptions): PushSender {
  const accepts = (endpoint: string): boolean => isPushEndpoint(endpoint, hosts);
  return {
    accepts,
    send: async ({ endpoint, ...keys }, { publicKey, privateKey }, payload) => {
      // PUSH_HOSTS can have changed since
      if (!accepts(endpoint)) return 'gone';
      const details = createRequest({ endpoint, keys }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
      });
      if (!details) return 'gone';
      const { headers, body } = details;
      const where = connect
        ? { createConnection: connect }
        : { agent: false, lookup: await pinAddress({ url: new URL(endpoint), isTrusted: false }, resolve) };
      const status = await post(endpoint, { headers, ...where }, body);
      if (status >= 200 && status < 300) return 'sent';
      if (isGone(status)) return 'gone';
      if (isTransient(status)) throw new Error(`the push service answered ${status}`);
      log.info({ host: new URL(endpoint).host, status }, 'a push was refused');
      return 'refused';
    },
  };
}

/** Returns the request to send; undefined if the browser's key is invalid. */
function createRequest(...args: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...args);
  } catch {
    return undefined;
  }
}

/** Returns the status; the body is not read. */
function post(endpoint: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(endpoint, { ...options, method: 'POST', signal });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.end(body);
  });
}
