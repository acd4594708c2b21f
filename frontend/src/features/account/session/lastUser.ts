import { clearDrafts } from '../../../lib/drafts';

const KEY = 'lastUser';

/** Who was signed in in this tab before: what a tab remembers belongs to that person alone. */
export const lastUserId = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** Notes who is signed in, and forgets what somebody else had typed in this tab. */
export const noteUser = (id: string): void => {
  const before = lastUserId();
  if (before === id) return;
  if (before !== null) clearDrafts();
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Storage may be forbidden, and drafts with it.
  }
};
