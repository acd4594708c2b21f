import { createContext, use } from 'react';
import type { CurrentUserFragment } from './CurrentUser.generated';

export interface Session {
  /** The person signed in; null until loaded, or when nobody is. */
  user: CurrentUserFragment | null;
  token: string | null;
  /** There is a token, and it is not yet known whose. */
  isLoading: boolean;
  /** Why the user could not be loaded; the token is kept. */
  error: unknown;
  /** Tries again to load the user. */
  retry: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** Who is signed in. */
export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it.');
  return session;
};

/** The person signed in, for pages behind the guard, where there always is one. */
export const useCurrentUser = (): CurrentUserFragment => {
  const { user } = useSession();
  if (!user) throw new Error('useCurrentUser needs a RequireAuth above it.');
  return user;
};
