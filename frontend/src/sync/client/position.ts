/** The latest position of the database known to this tab; empty if there is only one server. */
let latestKnown = '';

/**
 * Stores the position of an answer or an event. An answer without a position clears it, and the primary then answers
 * the next request.
 */
export const storePosition = (reported: string | null | undefined): void => {
  if (!reported || reported > latestKnown) latestKnown = reported ?? '';
};

/** Returns the header with the position, so that no replica with older data answers the request. */
export const positionHeader = (): Record<string, string> => (latestKnown ? { Position: latestKnown } : {});
