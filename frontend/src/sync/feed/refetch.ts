import type { ApolloClient, ObservableQuery } from '@apollo/client';
import type { BoardQuery } from '../../features/tasks/board/Board.generated';
import { BoardCountsDocument, type BoardCountsQueryVariables } from '../../features/tasks/board/BoardCounts.generated';
import { ANEW } from '../client/order';
import { TaskCountDocument, type TaskCountQueryVariables } from '../../features/tasks/list/TaskCount.generated';
import type { Unknown } from './applyChangeSet';

const FIGURES_MS = 300;
const COUNTS_MS = 600;
const LISTS_MS = 100;

/** Queries that no change of a project touches. */
const OTHERS: readonly (string | undefined)[] = ['Me', 'UnreadCount', 'Notifications', 'UserLookup', 'BoardCounts'];

/** Asks for what is shown once more. */
export const again = (query: ObservableQuery): void => {
  // What fails leaves what is shown; the next event tries anew.
  query.refetch().catch(() => undefined);
};

const isTruncated = ({ pageInfo }: { pageInfo: { hasNextPage: boolean } }): boolean => pageInfo.hasNextPage;

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
  readonly #timers = new Map<keyof Unknown, ReturnType<typeof setTimeout>>();

  constructor(client: ApolloClient) {
    this.#client = client;
  }

  ask({ figures, counts, lists }: Unknown): void {
    if (figures) this.#later('figures', FIGURES_MS, () => this.#figure());
    if (counts) this.#later('counts', COUNTS_MS, () => this.#count());
    if (lists) {
      this.#later('lists', LISTS_MS, () =>
        activeQueries(this.#client)
          .filter(({ queryName }) => !OTHERS.includes(queryName))
          .forEach(again),
      );
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #later(what: keyof Unknown, delay: number, work: () => void): void {
    if (this.#timers.has(what)) return;
    this.#timers.set(
      what,
      setTimeout(() => {
        this.#timers.delete(what);
        work();
      }, delay),
    );
  }

  #figure(): void {
    // What is deleted and restored changes the figures, too.
    activeQueries(this.#client, ['Dashboard', 'Trash', 'TaskGroups', 'ProjectCounts']).forEach(again);
    for (const { variables } of activeQueries(this.#client, ['Tasks'])) {
      const { whole } = variables as TaskCountQueryVariables;
      this.#client
        .query({
          query: TaskCountDocument,
          variables: whole ? { whole } : {},
          fetchPolicy: 'network-only',
          context: ANEW,
        })
        .catch(() => undefined);
    }
  }

  /** Columns that are loaded to their end know their count. */
  #count(): void {
    activeQueries(this.#client, ['TaskGroups']).forEach(again);
    for (const board of activeQueries(this.#client, ['Board'])) {
      const data = board.getCurrentResult().data as BoardQuery | undefined;
      if (!data || !Object.values(data).some(isTruncated)) continue;
      this.#client
        .query({
          query: BoardCountsDocument,
          variables: board.variables as BoardCountsQueryVariables,
          fetchPolicy: 'network-only',
          context: ANEW,
        })
        .catch(() => undefined);
    }
  }
}
