import { removeStored, readStored, writeStored } from '../../../lib/storage';

/** The person who was last signed in in this tab: drafts in it belong to that person alone. */
export const lastUserId = (): string | null => readStored('lastUser');

/** Stores who is signed in, and removes what another person typed in this tab. */
export const noteUser = (id: string): void => {
  const before = lastUserId();
  if (before === id) return;
  if (before !== null) removeStored('draft:');
  writeStored('lastUser', id);
};
