import { createContext } from 'react';

/**
 * Protects data that a sign-out would discard. Provided by app/Layout.tsx, because the session module does not know
 * that data.
 */
export interface SignOutGuard {
  /** Whether the person may sign out. Asks them if unsynced changes would be lost. */
  maySignOut: () => Promise<boolean>;
  /** Discards the data. Runs before the session ends. */
  discard: () => Promise<void>;
}

export const SignOutGuardContext = createContext<SignOutGuard>({
  maySignOut: () => Promise.resolve(true),
  discard: () => Promise.resolve(),
});
