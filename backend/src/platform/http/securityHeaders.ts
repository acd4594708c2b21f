import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Env } from '../../env.js';

/** Returns the headers that helmet sets. They are always the same, so helmet runs once. */
function computeHeaders(options: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as Request, response as unknown as Response, () => undefined);
  return headers;
}

/** Security headers of every response. A response that is not a page can load and do nothing; pages use `pagePolicy`. */
export function securityHeaders({ publicUrl }: Pick<Env, 'publicUrl'>): RequestHandler {
  const headers = computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // an address can have the token of a mailed link, and proxies log the referrers of everything that its page loads
    referrerPolicy: { policy: 'no-referrer' },
    // only for sites served over TLS, and without subdomains: other sites can share the domain
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
  computeHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // Pictures of tasks, which the page reads with its token.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", `'nonce-${NONCE}'`],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
  }).get(POLICY) ?? '';

/** Returns the nonce of this page's styles. */
export const getNonce = (response: Response): string => String(response.locals['nonce']);

/** The policy of pages: scripts and styles from this origin (styles also with this response's nonce), no framing. */
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

/** Allows inline styles on the page of a library that sets styles at run time without a nonce. Scripts stay restricted. */
export const relaxStyles = (response: Response): void => relax(response, 'style-src', "'self' 'unsafe-inline'");

/** Allows blob workers on the page of an editor that creates workers from text. */
export const relaxWorkers = (response: Response): void => relax(response, 'worker-src', "'self' blob:");
