/** What stands between somebody and their sign-out: the room that knows of it is loaded later, and brings it. */
export interface SignOutGuard {
  /** May they sign out? Asks them if something would be lost. */
  mayLeave: () => Promise<boolean>;
  /** They have. */
  left: () => void;
}

let guard: SignOutGuard | null = null;

/** Stands guard; answers how to stop. */
export const guardSignOut = (next: SignOutGuard): (() => void) => {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
};

/** Whoever stands guard now. */
export const signOutGuard = (): SignOutGuard | null => guard;
