import type { ApolloClient, ObservableQuery } from '@apollo/client';
import type { Unknown } from './reactions';

const DELAYS_MS: Record<keyof Unknown, number> = { figures: 300, counts: 600, lists: 100 };

/** Asks for what is shown once more. */
export const again = (query: ObservableQuery): void => {
  // What fails leaves what is shown; the next event tries anew.
  query.refetch().catch(() => undefined);
};

/** The queries that are shown now, of these names or of all. */
export const activeQueries = (client: ApolloClient, names?: readonly string[]): ObservableQuery[] =>
  [...client.getObservableQueries('active')].filter(
    ({ queryName }) => !names || (queryName !== undefined && names.includes(queryName)),
  );

/**
 * Asks the server for what events cannot say: once for a burst of them, and only for what is shown now. What is opened
 * later is read anew then.
 */
export class Refetcher {
  readonly #client: ApolloClient;
  readonly #refetch: Record<keyof Unknown, (client: ApolloClient) => void>;
  readonly #timers = new Map<keyof Unknown, ReturnType<typeof setTimeout>>();

  constructor(client: ApolloClient, refetch: Record<keyof Unknown, (client: ApolloClient) => void>) {
    this.#client = client;
    this.#refetch = refetch;
  }

  ask(unknown: Unknown): void {
    for (const what of ['figures', 'counts', 'lists'] as const) {
      if (!unknown[what] || this.#timers.has(what)) continue;
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
