import type { ReactNode } from 'react';

/** A row of the command menu. */
export interface Entry {
  key: string;
  words: string;
  icon: ReactNode;
  keys?: string;
  /** Beside the words, quietly: where a task belongs, how big a project is. */
  side?: string;
  /** Below the words: what else of it was found, where the words have not all that is searched for. */
  excerpt?: string | null;
  danger?: boolean;
  run: () => void;
}

/** Rows that belong together. */
export interface EntryGroup {
  label: string;
  items: readonly Entry[];
}

/** Groups that have something in them. */
export const filled = (groups: readonly EntryGroup[]): EntryGroup[] => groups.filter(({ items }) => items.length > 0);
