import type { ApolloClient, ObservableQuery } from '@apollo/client';
import type { Invalidation } from './reactions';

/**
 * The minimum interval for refetching figures, counts and people after changes of others, because each refetch reads much data.
 */
const MIN_INTERVAL_MS = 10_000;

/** The time of the next and of the last refetch, in milliseconds of the page's clock. */
const newPlan = (delay: number, apart: number) => ({
  delay,
  apart,
  due: Infinity,
  readAt: -Infinity,
  timer: 0,
});

/** Repeats a query. */
export const refetchQuietly = (query: ObservableQuery): void => {
  // After a failure the page keeps its data; the next event tries again.
  query.refetch().catch(() => undefined);
};

/** Returns the active queries with these names, or all. */
export const activeQueries = (client: ApolloClient, names?: readonly string[]): ObservableQuery[] =>
  [...client.getObservableQueries('active')].filter(
    ({ queryName }) => !names || (queryName !== undefined && names.includes(queryName)),
  );

/**
 * Refetches data that events cannot contain: once per burst of events, and only what is visible. Other queries are
 * refetched when they are shown.
 */
export class Refetcher {
  readonly #client: ApolloClient;
  readonly #refetch: Record<keyof Invalidation, (client: ApolloClient) => void>;
  readonly #plans = {
    figures: newPlan(300, MIN_INTERVAL_MS),
    counts: newPlan(600, MIN_INTERVAL_MS),
    people: newPlan(300, MIN_INTERVAL_MS),
    lists: newPlan(100, 0),
  };

  constructor(client: ApolloClient, refetch: Record<keyof Invalidation, (client: ApolloClient) => void>) {
    this.#client = client;
    this.#refetch = refetch;
  }

  /** Schedules a refetch. `canWait`: the changes were made by others. */
  schedule(invalidation: Invalidation, canWait = false): void {
    for (const what of ['figures', 'counts', 'people', 'lists'] as const) {
      const plan = this.#plans[what];
      const now = performance.now();
      const due = Math.max(now + plan.delay, canWait ? plan.readAt + plan.apart : 0);
      if (!invalidation[what] || plan.due <= due) continue;
      plan.due = due;
      clearTimeout(plan.timer);
      plan.timer = window.setTimeout(() => {
        plan.due = Infinity;
        plan.readAt = performance.now();
        this.#refetch[what](this.#client);
      }, due - now);
    }
  }

  stop(): void {
    for (const { timer } of Object.values(this.#plans)) clearTimeout(timer);
  }
}
