import { createContext, use } from 'react';
import type { CurrentUserFragment } from './CurrentUser.generated';

export const SessionContext = createContext<CurrentUserFragment | null>(null);

/** Returns the signed-in person; the guard ensures that there is one. */
export const useCurrentUser = (): CurrentUserFragment => {
  const user = use(SessionContext);
  if (!user) throw new Error('useCurrentUser needs a SessionProvider above it.');
  return user;
};
