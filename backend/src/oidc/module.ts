import { endIdentities } from '../auth/identity.reads.js';
import type { Module } from '../write/module.js';
import { OidcResolver, UserIdentityFields } from './oidc.resolver.js';
import { oidcRoutes } from './oidc.routes.js';

export const oidcModule: Module = {
  resolvers: [OidcResolver, UserIdentityFields],
  routes: oidcRoutes,
  reactions: {
    // one person has both the address and the session, so the identities are theirs
    emailVerified: [(em, userId, _at, sessionId) => (sessionId === '' ? endIdentities(em, userId) : Promise.resolve())],
  },
};
