/** The surface of a card: a project among others, a task on the board. */
export const cardClass =
  'relative grid grid-cols-[minmax(0,1fr)] rounded-md border border-line bg-raised shadow-card transition-colors hover:border-line-3';

/** A link whose whole card can be pressed; what else is pressable in the card stands above it. */
export const cardLinkClass =
  'outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus';
