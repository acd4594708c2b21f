import { createContext } from 'react';

/** Protects data that a sign-out would discard. Set by app/Layout.tsx, because this module does not know the data. */
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
