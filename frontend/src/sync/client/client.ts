import { ApolloClient, type ApolloLink } from '@apollo/client';
import { cacheSizes } from '@apollo/client/utilities';
import { clearPrefetched } from './requestTracking';
import { typePolicies } from './typePolicies';
import { VersionedCache } from './versionGuard';

// A board of several thousand tasks has more results than the library caches by default. With the default, every change
// would recompute dropped results, and all lists that contain them. Tags and fragments are separate results.
cacheSizes['inMemoryCache.executeSelectionSet'] = 400_000;
cacheSizes['inMemoryCache.executeSubSelectedArray'] = 200_000;

/** Creates the cache with the rules of this app. */
export const makeCache = (): VersionedCache => new VersionedCache({ typePolicies });

/** Creates the GraphQL client over a link; the app passes the link to the server. */
export const makeClient = (link: ApolloLink): ApolloClient => {
  const client = new ApolloClient({
    cache: makeCache(),
    link,
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  });
  client.onClearStore(() => Promise.resolve(clearPrefetched()));
  return client;
};
