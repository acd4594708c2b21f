/** How far the database was by what this tab was told; empty where it has one server only. */
let held = '';

/**
 * An answer or an event tells where the database is by then. An answer that does not takes what is held: who holds nothing is
 * answered by the primary.
 */
export const notePosition = (told: string | null | undefined): void => {
  if (!told || told > held) held = told ?? '';
};

/** Goes along with a request, so that no replica answers it that has less. */
export const heldPosition = (): Record<string, string> => (held ? { Position: held } : {});
