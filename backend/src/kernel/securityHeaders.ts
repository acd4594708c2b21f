import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Env } from '../env.js';

/** What helmet writes into every answer: always the same, so it is asked once. */
function headersOf(options: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as Request, response as unknown as Response, () => undefined);
  return headers;
}

/**
 * Security headers of every answer. What is no page may not do anything where a browser shows it; pages say by
 * `pagePolicy` what they may.
 */
export function securityHeaders({ publicUrl }: Pick<Env, 'publicUrl'>): RequestHandler {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    // Only a site that is served over TLS may promise to be, and only for its own name: other sites may share its domain.
    strictTransportSecurity: publicUrl.startsWith('https:') && { includeSubDomains: false },
  });
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

const POLICY = 'Content-Security-Policy';
const NONCE = '__NONCE__';
const PAGE_POLICY =
  headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", `'nonce-${NONCE}'`],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
  }).get(POLICY) ?? '';

/** The nonce of this page's styles. */
export const nonceOf = (response: Response): string => String(response.locals['nonce']);

/** What a page and its files may do: scripts only from us, styles from us or with this answer's nonce, no framing. */
export const pagePolicy: RequestHandler = (_request, response, next) => {
  const nonce = randomBytes(16).toString('base64');
  response.locals['nonce'] = nonce;
  response.setHeader(POLICY, PAGE_POLICY.replace(NONCE, nonce));
  next();
};

function relax(response: Response, directive: string, value: string): void {
  const policy = String(response.getHeader(POLICY));
  response.set(POLICY, policy.replace(new RegExp(`${directive} [^;]*`), `${directive} ${value}`));
}

/**
 * For the page of a library that styles itself at run time without nonces: it alone may use inline styles, and no
 * script for all that.
 */
export const relaxStyles = (response: Response): void => relax(response, 'style-src', "'self' 'unsafe-inline'");

/** For the page of an editor that makes workers of its own text. */
export const relaxWorkers = (response: Response): void => relax(response, 'worker-src', "'self' blob:");
