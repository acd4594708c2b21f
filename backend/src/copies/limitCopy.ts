import { BULK_CREATE_POINT, COPIES } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { limitCreates } from '../request/rates.js';

/**
 * Counts a copy's objects in the rate limit, in addition to the first one. Bounded, so that a large copy fits into one minute.
 * Throws RATE_LIMITED.
 */
export async function limitCopy(ctx: Context, tasks: number, parts: number): Promise<void> {
  const points = Math.floor(tasks / BULK_CREATE_POINT.tasks) + Math.floor(parts / BULK_CREATE_POINT.comments);
  if (points > 0) await limitCreates(ctx, Math.min(COPIES.pointsMax, points));
}
