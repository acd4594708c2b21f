import type { ApolloClient, ObservableQuery } from '@apollo/client';
import type { Invalidation } from './reactions';

const DELAYS_MS: Record<keyof Invalidation, number> = { figures: 300, counts: 600, lists: 100 };

/** Repeats a query. */
export const refetchQuietly = (query: ObservableQuery): void => {
  // After a failure the page keeps its data; the next event tries again.
  query.refetch().catch(() => undefined);
};

/** The queries that are shown now, of these names or of all. */
export const activeQueries = (client: ApolloClient, names?: readonly string[]): ObservableQuery[] =>
  [...client.getObservableQueries('active')].filter(
    ({ queryName }) => !names || (queryName !== undefined && names.includes(queryName)),
  );

/**
 * Asks the server for what events cannot contain: once for a burst of them, and only for what is shown now. Other queries
 * are read again when they are shown.
 */
export class Refetcher {
  readonly #client: ApolloClient;
  readonly #refetch: Record<keyof Invalidation, (client: ApolloClient) => void>;
  readonly #timers = new Map<keyof Invalidation, ReturnType<typeof setTimeout>>();

  constructor(client: ApolloClient, refetch: Record<keyof Invalidation, (client: ApolloClient) => void>) {
    this.#client = client;
    this.#refetch = refetch;
  }

  ask(invalidation: Invalidation): void {
    for (const what of ['figures', 'counts', 'lists'] as const) {
      if (!invalidation[what] || this.#timers.has(what)) continue;
      this.#timers.set(
        what,
        setTimeout(() => {
          this.#timers.delete(what);
          this.#refetch[what](this.#client);
        }, DELAYS_MS[what]),
      );
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
