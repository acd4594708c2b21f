import { createContext, type ComponentType, type ReactNode } from 'react';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import type { ColumnDragProps } from './ColumnDrag';

/** The tools that edit the columns of a board; null if the viewer can't. */
export interface ColumnTools {
  /** Returns the menu of a column, by its id. */
  menuOf: (id: string) => ReactNode;
  /** The menu of all columns. */
  menu: ReactNode;
  columns: readonly ProjectColumn[];
  /** Drags a column by its head. */
  Drag: ComponentType<ColumnDragProps>;
}

export const ColumnToolsContext = createContext<ColumnTools | null>(null);
