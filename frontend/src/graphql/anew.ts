/**
 * A request that is made because something has changed must not be served by one that was sent before the change, which
 * Apollo Client would take for the same.
 */
export const ANEW = { queryDeduplication: false };
