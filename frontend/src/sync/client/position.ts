/** The latest position of the database known to this tab; empty if there is only one server. */
let held = '';

/**
 * Stores the position that an answer or an event reports. An answer without a position clears it; without a position,
 * the primary answers.
 */
export const notePosition = (told: string | null | undefined): void => {
  if (!told || told > held) held = told ?? '';
};

/** Returns the header with the position, so that no replica with older data answers a request. */
export const heldPosition = (): Record<string, string> => (held ? { Position: held } : {});
