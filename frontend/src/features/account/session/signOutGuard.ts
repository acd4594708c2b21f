import { createContext } from 'react';

/** Protects data that a sign-out would discard. The session does not know it, so app/Layout.tsx provides the guard. */
export interface SignOutGuard {
  /** Whether the person may sign out. Asks them if unsynced changes would be lost. */
  maySignOut: () => Promise<boolean>;
  /** Discards it. Runs before the sign-in ends. */
  discard: () => Promise<void>;
}

export const SignOutGuardContext = createContext<SignOutGuard>({
  maySignOut: () => Promise.resolve(true),
  discard: () => Promise.resolve(),
});
