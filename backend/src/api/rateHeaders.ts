import type { Response } from 'express';
import type { Rate } from '../request/rates.js';

/**
 * Sets the rate headers of a response: `RateLimit-Limit`, `-Remaining`, `-Reset` and, if the request is refused,
 * `Retry-After`. If several limits apply, the headers describe the one with the least remaining.
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
