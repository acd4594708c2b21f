import type { Request, RequestHandler } from 'express';

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Answers 408 and closes the connection if a body has not arrived completely in time. Node's own `requestTimeout`
 * applies to all requests, but files may take longer than other bodies.
 */
export const bodyDeadline =
  (ms: number, mayTakeLonger: (request: Request) => boolean): RequestHandler =>
  (request, response, next) => {
    if (hasBody(request) && !mayTakeLonger(request)) {
      const timer = setTimeout(() => {
        if (request.complete) return;
        if (!response.headersSent) response.status(408).set('Connection', 'close').end();
        // After the answer has left.
        setImmediate(() => request.destroy());
      }, ms);
      request.once('close', () => clearTimeout(timer));
    }
    next();
  };
