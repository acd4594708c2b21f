import { createContext, type ReactNode } from 'react';

/** What edits the columns of a board; null where the viewer can't. */
export interface ColumnTools {
  /** The menu of a column, by its id. */
  menuOf: (id: string) => ReactNode;
  /** The menu of all columns. */
  menu: ReactNode;
}

export const ColumnToolsContext = createContext<ColumnTools | null>(null);
