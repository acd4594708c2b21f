import { removeStored, readStored, writeStored } from '../../../lib/storage';

/** Who was signed in in this tab before: what a tab remembers belongs to that person alone. */
export const lastUserId = (): string | null => readStored('lastUser');

/** Notes who is signed in, and removes what another person typed in this tab. */
export const noteUser = (id: string): void => {
  const before = lastUserId();
  if (before === id) return;
  if (before !== null) removeStored('draft:');
  writeStored('lastUser', id);
};
