import { lookup } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import type { Logger } from '../logger.js';
import { isPrivateAddress, isPushEndpoint } from './pushHosts.js';

/** Where a browser is told, and the keys to encrypt for it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** By which push services know us (VAPID, RFC 8292), base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** What became of a push: taken, refused, or that there is no such browser any more. */
export type PushResult = 'sent' | 'refused' | 'gone';

/** Sends pushes. Throws when one could not be handed over; the job that sends it is retried. */
export interface PushSender {
  /** May pushes go there? */
  accepts: (endpoint: string) => boolean;
  send: (target: PushTarget, key: PushKey, payload: string) => Promise<PushResult>;
}

export interface PushSenderOptions {
  /** Further hosts, `.example.com` for all below one: PUSH_HOSTS. */
  hosts: readonly string[];
  /** Who answers for what we send: an https or mailto address. */
  subject: string;
  log: Logger;
  /** How to connect: of tests, whose push service is this machine. */
  connect?: RequestOptions['createConnection'];
}

/** A push service that has not answered by then is asked again later. */
const TIMEOUT_MS = 5_000;
/** How long a push service keeps what it cannot deliver. */
const TTL_SECONDS = 24 * 3_600;
/** The browser is no longer subscribed, says its service (RFC 8030). */
const isGone = (status: number): boolean => status === 404 || status === 410;
/** What to come again with, later: too many at once, or the service is ill. All else would be refused again. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Looks a name up, and finds nothing where any of its addresses is none of the open internet. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '');
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      return done(new Error(`${hostname} leads to a private address`), '');
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

/** Pushes by HTTPS (RFC 8030), encrypted for the browser (RFC 8291). Redirects are not followed. */
export function createPushSender({ hosts, subject, log, connect }: PushSenderOptions): PushSender {
  const accepts = (endpoint: string): boolean => isPushEndpoint(endpoint, hosts);
  return {
    accepts,
    send: async ({ endpoint, ...keys }, { publicKey, privateKey }, payload) => {
      // PUSH_HOSTS may have changed since
      if (!accepts(endpoint)) return 'gone';
      const details = detailsOf({ endpoint, keys }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
      });
      if (!details) return 'gone';
      const { headers, body } = details;
      const status = await post(
        endpoint,
        { headers, ...(connect ? { createConnection: connect } : { agent: false }) },
        body,
      );
      if (status >= 200 && status < 300) return 'sent';
      if (isGone(status)) return 'gone';
      if (isPassing(status)) throw new Error(`the push service answered ${status}`);
      log.info({ host: new URL(endpoint).host, status }, 'a push was refused');
      return 'refused';
    },
  };
}

/** The request to send; undefined where the browser's key is none. */
function detailsOf(...args: Parameters<typeof webPush.generateRequestDetails>) {
  try {
    return webPush.generateRequestDetails(...args);
  } catch {
    return undefined;
  }
}

/** Answers the status; what else is answered is not read. */
function post(endpoint: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(endpoint, { lookup: publicLookup, ...options, method: 'POST', signal });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.end(body);
  });
}
