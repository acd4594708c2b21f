import { ApolloClient, type ApolloLink } from '@apollo/client';
import { typePolicies } from './typePolicies';
import { VersionedCache } from './versionGuard';

/** The cache with the rules of this app. */
export const makeCache = (): VersionedCache => new VersionedCache({ typePolicies });

/** The GraphQL client over any link; the app gives it the one to the server. */
export const makeClient = (link: ApolloLink): ApolloClient =>
  new ApolloClient({ cache: makeCache(), link, dataMasking: true, devtools: { enabled: import.meta.env.DEV } });
