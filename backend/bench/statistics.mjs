/** Returns the upper median. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns the value of sorted ones below which a share of them lies. */
export const valueAt = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
