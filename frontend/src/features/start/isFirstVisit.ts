/** How long a visit lasts without a request, as the server counts it. */
const VISIT_MS = 30 * 60_000;

/**
 * Whether this is the viewer's first visit, because the server knows of no earlier one. Until the server has answered,
 * a new account counts as one.
 */
export const isFirstVisit = (
  { createdAt }: { createdAt: string },
  sinceLastVisit: { at: string | null } | undefined,
  now = Date.now(),
): boolean => (sinceLastVisit ? sinceLastVisit.at === null : now - Date.parse(createdAt) < VISIT_MS);
