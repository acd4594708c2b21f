import { createContext } from 'react';

/** Protects what a sign-out would discard. The session knows none of it, so the app hands the guard in (app/Layout.tsx). */
export interface SignOutGuard {
  /** May the person sign out? Asks them if something would be lost. */
  maySignOut: () => Promise<boolean>;
  /** Discards it. Runs before the sign-in ends. */
  discard: () => Promise<void>;
}

export const SignOutGuardContext = createContext<SignOutGuard>({
  maySignOut: () => Promise.resolve(true),
  discard: () => Promise.resolve(),
});
