import type { ApolloClient } from '@apollo/client';
import { clearAnswers, enableAnswerReuse } from '../client/recentAnswers';
import { ownWrite, ownWrites, replayAfterPendingQueries } from '../client/requestTracking';
import { openSocket } from '../client/socket';
import { MeDocument } from '../../features/account/session/Me.generated';
import { expireSession, getToken } from '../../features/account/session/token';
import { Cursors } from './cursors';
import { resetForNewEpoch } from './resetForNewEpoch';
import { captureFocus } from './captureFocus';
import { keepConnected, type ConnectionEvents } from './reconnect';
import { setDisconnected, setSignedOut, recordActivity, setConnected } from './liveStatus';
import { setFeedPositions } from './positions';
import {
  mergeInvalidations,
  NO_INVALIDATION,
  type FeedReactions,
  type ProjectEvent,
  type Invalidation,
} from './reactions';
import { activeQueries, refetchQuietly, Refetcher } from './refetch';

/** Signing out also closes the socket, a moment before its own answer arrives. */
const EXPIRE_MS = 500;

/**
 * Applies changes of the viewer's projects and notifications to the cache. Each connection continues where the previous
 * one ended. Returns a function that stops it. It begins at the positions in `me`: pages were read later, so nothing is
 * missing, and applying a change twice is harmless.
 */
export const startFeed = <Event extends ProjectEvent, InboxEvent>(
  client: ApolloClient,
  { changes: projects, inbox }: FeedReactions<Event, InboxEvent>,
): (() => void) => {
  const { cache } = client;
  const cursors = new Cursors(cache.readQuery({ query: MeDocument })?.me);
  const refetcher = new Refetcher(client, projects.refetch);
  /** Events that echo this tab's own writes. */
  const echoes = new WeakSet<Event>();
  let waiting: Event[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  /** Applies events, for the first time or again; returns the data that they can't contain, which has to be refetched. */
  const show = (sets: readonly Event[], isAgain = false): Invalidation => {
    let asked = NO_INVALIDATION;
    if (stopped) return asked;
    const restoreFocus = captureFocus();
    cache.batch({
      update: (store) => {
        for (const set of sets) {
          // A project that the viewer has left meanwhile must not reappear.
          if (set.kind === 'CHANGES' && !cursors.has(set.projectId)) continue;
          const invalidation = projects.apply(store, set, echoes.has(set));
          if (!isAgain) refetcher.schedule(invalidation, !echoes.has(set));
          asked = mergeInvalidations(asked, invalidation);
        }
      },
    });
    restoreFocus();
    return asked;
  };

  /** Applies events that arrived together in one step, and again after answers that may be older. */
  const flush = (): void => {
    flushing = undefined;
    const sets = waiting;
    waiting = [];
    const asked = show(sets);
    const lasting = sets.filter(({ kind }) => kind !== 'RESYNC');
    if (lasting.length === 0) return;
    replayAfterPendingQueries(() => {
      show(lasting, true);
      // The older answer may have brought older figures, too.
      refetcher.schedule({ ...asked, lists: false });
    });
  };

  const enqueue = (set: Event): void => {
    if (stopped) return;
    waiting.push(set);
    flushing ??= setTimeout(flush);
  };

  const onEvent = (set: Event): void => {
    if (cursors.enter(set.epoch)) {
      waiting = [];
      resetForNewEpoch(client);
    }
    if (!cursors.advance(set)) return;
    clearAnswers();
    recordActivity();
    // The effect of this tab's own write comes with its answer, which may arrive after the echo. The event about a lost
    // project names no write.
    const answer = set.kind === 'PROJECT_LEFT' ? ownWrites() : ownWrite(set.mutationId);
    if (answer) {
      echoes.add(set);
      void answer.then(() => enqueue(set));
    } else enqueue(set);
  };

  const onInboxEvent = (event: InboxEvent): void => {
    recordActivity();
    let isLacking = false;
    cache.batch({
      update: (store) => {
        isLacking = inbox.apply(store, event);
      },
    });
    // An answer in progress may be older than the event, and before a SYNC any number of changes may have been missed.
    replayAfterPendingQueries(() => inbox.applyAgain(cache, event));
    for (const query of activeQueries(client, inbox.queries)) {
      if (isLacking || query.getCurrentResult().loading) refetchQuietly(query);
    }
  };

  const begin = ({ onUp, onDown }: ConnectionEvents): (() => void) => {
    const socket = openSocket({
      getToken,
      onUp,
      onDown,
      onUnauthenticated: (token) => setTimeout(() => expireSession(token), EXPIRE_MS),
    });
    const options = { fetchPolicy: 'no-cache', context: { socket: socket.link } } as const;
    const changes = client
      .subscribe({
        ...options,
        query: projects.subscription,
        variables: { after: cursors.list(), epoch: cursors.epoch },
      })
      .subscribe({
        next: ({ data }) => (data ? onEvent(data.changes) : onDown()),
        error: onDown,
        complete: onDown,
      });
    const notifications = client.subscribe({ ...options, query: inbox.subscription }).subscribe({
      next: ({ data }) => (data ? onInboxEvent(data.notificationChanged) : onDown()),
      error: onDown,
      complete: onDown,
    });
    return () => {
      changes.unsubscribe();
      notifications.unsubscribe();
      socket.close();
    };
  };

  setFeedPositions(cursors);
  setDisconnected();
  const end = keepConnected({
    begin,
    onChange: (isUp) => {
      enableAnswerReuse(isUp);
      if (isUp) setConnected();
      else setDisconnected();
    },
  });
  return () => {
    stopped = true;
    setFeedPositions(null);
    enableAnswerReuse(false);
    clearTimeout(flushing);
    refetcher.stop();
    end();
    setSignedOut();
  };
};
