import { BULK_CREATE_POINT, COPIES } from '../../contract/limits.js';

/**
 * Returns how many points of the rate limit a copy costs in addition to its first object. Limited, so that a large copy fits
 * into one minute.
 */
export const countCopyPoints = (tasks: number, parts: number): number =>
  Math.min(
    COPIES.pointsMax,
    Math.floor(tasks / BULK_CREATE_POINT.tasks) + Math.floor(parts / BULK_CREATE_POINT.comments),
  );
