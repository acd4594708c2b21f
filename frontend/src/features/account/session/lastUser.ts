import { removeStored, readStored, writeStored } from '../../../lib/storage';

/** The last person signed in in this tab. Drafts in the tab belong to that person only. */
export const lastUserId = (): string | null => readStored('lastUser');

/** Stores who is signed in, and removes another person's drafts from this tab. */
export const setLastUser = (id: string): void => {
  const before = lastUserId();
  if (before === id) return;
  if (before !== null) removeStored('draft:');
  writeStored('lastUser', id);
};
