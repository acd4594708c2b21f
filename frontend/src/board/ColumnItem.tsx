import { createContext, use } from 'react';
import type { CustomItemComponentProps } from 'virtua';

/** How many cards the column has, loaded or not. */
export const ColumnCountContext = createContext(0);

/** One place of a column's list. Only those in view exist, so each says which of how many it is. */
export const ColumnItem = ({ ref, style, index, children }: CustomItemComponentProps) => (
  <li
    ref={ref}
    // A card whose task was just deleted is empty for a moment. Measured as nothing at all it would hide for good what comes
    // to its place: of lines that begin at one point only the last is taken to be in view.
    className="min-h-px"
    aria-posinset={index + 1}
    aria-setsize={use(ColumnCountContext)}
    // What is not measured yet would be hidden until it is, before the next paint; but what is hidden takes no focus.
    style={{ ...style, visibility: 'visible' }}
  >
    {children}
  </li>
);
