/** How far the server has told this tab; '' where it has one database, or has not said. */
let held = '';

/** An answer or an event tells where the database was by then. One that does not say takes what is held: who holds none is answered by the primary. */
export const notePosition = (told: string | null | undefined): void => {
  if (!told || told > held) held = told ?? '';
};

/** What goes along with a request, so that no replica answers that has less. */
export const heldPosition = (): Record<string, string> => (held ? { Position: held } : {});
