/** The position of the database that this tab has seen; empty if there is only one server. */
let held = '';

/**
 * An answer or an event tells where the database is by then. An answer that does not takes what is held: who holds nothing is
 * answered by the primary.
 */
export const notePosition = (told: string | null | undefined): void => {
  if (!told || told > held) held = told ?? '';
};

/** Sent with each request, so that no replica with older data answers it. */
export const heldPosition = (): Record<string, string> => (held ? { Position: held } : {});
