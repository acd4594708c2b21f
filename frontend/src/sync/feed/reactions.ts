import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client';
import type { ChangeCursor, ChangeKind } from '../client/schema.generated';

/** The data that events can't contain, and that must be refetched. */
export interface Invalidation {
  /** The figures of the dashboard. */
  figures: boolean;
  /** The counts of columns that are not completely loaded. */
  counts: boolean;
  /** The members of the viewer's projects. */
  people: boolean;
  /** Whole lists. */
  lists: boolean;
}

export const NO_INVALIDATION: Invalidation = { figures: false, counts: false, people: false, lists: false };

export const mergeInvalidations = (one: Invalidation, other: Partial<Invalidation> = {}): Invalidation => ({
  figures: one.figures || other.figures === true,
  counts: one.counts || other.counts === true,
  people: one.people || other.people === true,
  lists: one.lists || other.lists === true,
});

/** The fields of a project's event that the feed itself uses. */
export interface ProjectEvent {
  kind: ChangeKind;
  epoch: string;
  projectId: string;
  revision: number;
  mutationId: string | null;
}

/** How features react to events. The feed imports no features, so app/reactions.ts passes these in. */
export interface FeedReactions<Event extends ProjectEvent, InboxEvent> {
  changes: {
    subscription: TypedDocumentNode<
      { changes: Event },
      { after?: ChangeCursor | ChangeCursor[] | null | undefined; epoch?: string | null | undefined }
    >;
    /**
     * Applies the event to the cache; must be idempotent. An echo belongs to this tab's own write, whose answer is
     * already in the cache.
     */
    apply: (cache: ApolloCache, event: Event, isEcho: boolean) => Invalidation;
    /** Refetches the data that events could not contain. */
    refetch: Record<keyof Invalidation, (client: ApolloClient) => void>;
  };
  inbox: {
    subscription: TypedDocumentNode<{ notificationChanged: InboxEvent }, Record<string, never>>;
    /** Applies the event to the cache; returns whether the inbox must be refetched. */
    apply: (cache: ApolloCache, event: InboxEvent) => boolean;
    /** Called again after answers that may be older than the event. */
    applyAgain: (cache: ApolloCache, event: InboxEvent) => void;
    /** The names of the queries of the inbox. */
    queries: readonly string[];
  };
}
