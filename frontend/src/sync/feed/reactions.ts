import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client';
import type { ChangeCursor, ChangeKind } from '../client/schema.generated';

/** The data that events can't contain, and that must be read. */
export interface Invalidation {
  /** The figures of the dashboard. */
  figures: boolean;
  /** The counts of columns that are not loaded to their end. */
  counts: boolean;
  /** Whole lists. */
  lists: boolean;
}

export const NO_INVALIDATION: Invalidation = { figures: false, counts: false, lists: false };

export const mergeInvalidations = (one: Invalidation, other: Partial<Invalidation> = {}): Invalidation => ({
  figures: one.figures || other.figures === true,
  counts: one.counts || other.counts === true,
  lists: one.lists || other.lists === true,
});

/** The fields of a project's event that the feed itself reads. */
export interface ProjectEvent {
  kind: ChangeKind;
  epoch: string;
  projectId: string;
  revision: number;
  mutationId: string | null;
}

/** What features do with events. The feed imports no features, so app/reactions.ts hands these in. */
export interface FeedReactions<Event extends ProjectEvent, InboxEvent> {
  changes: {
    subscription: TypedDocumentNode<
      { changes: Event },
      { after?: ChangeCursor | ChangeCursor[] | null | undefined; epoch?: string | null | undefined }
    >;
    /**
     * Shows the event in the cache; showing it twice does no harm. An echo is of this tab's own write, whose answer the cache
     * already has.
     */
    apply: (cache: ApolloCache, event: Event, isEcho: boolean) => Invalidation;
    /** Asks the server for what events could not contain. */
    refetch: Record<keyof Invalidation, (client: ApolloClient) => void>;
  };
  inbox: {
    subscription: TypedDocumentNode<{ notificationChanged: InboxEvent }, Record<string, never>>;
    /** Shows the event in the cache; returns whether the inbox has to be read again. */
    apply: (cache: ApolloCache, event: InboxEvent) => boolean;
    /** Runs after answers that may be older than the event. */
    applyAgain: (cache: ApolloCache, event: InboxEvent) => void;
    /** The names of the queries of the inbox. */
    queries: readonly string[];
  };
}
