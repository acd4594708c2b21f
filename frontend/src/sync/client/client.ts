import { ApolloClient, type ApolloLink } from '@apollo/client';
import { cacheSizes } from '@apollo/client/utilities';
import { clearPrefetched } from './requestTracking';
import { typePolicies } from './typePolicies';
import { VersionedCache } from './versionGuard';

// A board of several thousand tasks holds more results than the library keeps by itself; what it throws away it computes
// again at every change, with all lists that contain it. Tags and fragments are separate results.
cacheSizes['inMemoryCache.executeSelectionSet'] = 400_000;
cacheSizes['inMemoryCache.executeSubSelectedArray'] = 200_000;

/** The cache with the rules of this app. */
export const makeCache = (): VersionedCache => new VersionedCache({ typePolicies });

/** The GraphQL client over any link; the app gives it the one to the server. */
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
