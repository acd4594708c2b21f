/**
 * A link whose whole card can be pressed; other controls in the card are above it. Its ring stays while a picker for
 * the card has the focus.
 */
export const cardLinkClass =
  'outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus data-picking:after:outline-2 data-picking:after:outline-focus in-data-picking:after:outline-2 in-data-picking:after:outline-focus';
