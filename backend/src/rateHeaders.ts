import type { Response } from 'express';
import type { Rate } from './kernel/rates.js';

/**
 * Puts the counts of a request into the headers of its answer, of several the one with the least left: `RateLimit-Limit`,
 * `-Remaining`, `-Reset` and, when it is refused, `Retry-After`.
 */
export function rateHeaders(response: Response): (rate: Rate) => void {
  let least = Number.POSITIVE_INFINITY;
  let wait = 0;
  return ({ limit, remaining, resetSeconds, refused }) => {
    if (response.headersSent) return;
    if (refused) {
      wait = Math.max(wait, resetSeconds);
      response.set('Retry-After', String(wait));
    }
    const left = remaining / limit;
    if (left > least) return;
    least = left;
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSeconds),
    });
  };
}
