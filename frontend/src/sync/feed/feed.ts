import type { ApolloClient } from '@apollo/client';
import { forgetAnswers, keepAnswers } from '../client/freshAnswers';
import { ownWrite, ownWrites, repeatAfterReads } from '../client/order';
import { openSocket } from '../client/socket';
import { MeDocument } from '../../features/account/session/Me.generated';
import { expireSession, getToken } from '../../features/account/session/token';
import { Cursors } from './cursors';
import { dropCache } from './dropCache';
import { holdFocus } from './holdFocus';
import { keepAlive, type LifeEvents } from './lifeline';
import { noteDown, noteEnd, noteEvent, noteUp } from './liveStatus';
import { setFeedPositions } from './positions';
import { addUnknown, NOTHING_UNKNOWN, type FeedReactions, type ProjectEvent, type Unknown } from './reactions';
import { activeQueries, again, Refetcher } from './refetch';

/** Signing out closes the socket as well, a moment before its own answer is here. */
const EXPIRE_MS = 500;

/**
 * Follows what happens in the viewer's projects and to their notifications, and keeps the cache up to date with it. Each
 * connection goes on from where the last one stood. Answers how to stop.
 *
 * It begins where `me` said that the projects stand: pages were read after that, so nothing is missing, and what they show
 * already is told once more without doing harm.
 */
export const startFeed = <Event extends ProjectEvent, InboxEvent>(
  client: ApolloClient,
  { changes: projects, inbox }: FeedReactions<Event, InboxEvent>,
): (() => void) => {
  const { cache } = client;
  const cursors = new Cursors(cache.readQuery({ query: MeDocument })?.me);
  const refetcher = new Refetcher(client, projects.refetch);
  /** Echoes of this tab's own writes. */
  const echoes = new WeakSet<Event>();
  let waiting: Event[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  /** Answers what events could not say, for which the server was asked. */
  const show = (sets: readonly Event[]): Unknown => {
    let asked = NOTHING_UNKNOWN;
    if (stopped) return asked;
    const keepFocus = holdFocus();
    cache.batch({
      update: (store) => {
        for (const set of sets) {
          // A project that was left meanwhile does not come back with what waited.
          if (set.kind === 'CHANGES' && !cursors.has(set.projectId)) continue;
          const unknown = projects.apply(store, set, echoes.has(set));
          refetcher.ask(unknown);
          asked = addUnknown(asked, unknown);
        }
      },
    });
    keepFocus();
    return asked;
  };

  /** All that has come in one go is shown in one go, and once more when an older answer has come after it. */
  const flush = (): void => {
    flushing = undefined;
    const sets = waiting;
    waiting = [];
    const asked = show(sets);
    const lasting = sets.filter(({ kind }) => kind !== 'RESYNC');
    if (lasting.length === 0) return;
    repeatAfterReads(() => {
      show(lasting);
      // The older answer has brought older figures, too, and what the event says is known by now.
      refetcher.ask({ ...asked, lists: false });
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
      dropCache(client);
    }
    if (!cursors.advance(set)) return;
    forgetAnswers();
    noteEvent();
    // What this tab did itself is shown by the answer, which may be later than its echo. Losing a project names no write.
    const answer = set.kind === 'PROJECT_LEFT' ? ownWrites() : ownWrite(set.mutationId);
    if (answer) {
      echoes.add(set);
      void answer.then(() => enqueue(set));
    } else enqueue(set);
  };

  const onInboxEvent = (event: InboxEvent): void => {
    noteEvent();
    let isLacking = false;
    cache.batch({
      update: (store) => {
        isLacking = inbox.apply(store, event);
      },
    });
    // An answer that is still under way may be older than the event; and before a SYNC, anything may have happened.
    repeatAfterReads(() => inbox.applyAgain(cache, event));
    for (const query of activeQueries(client, inbox.queries)) {
      if (isLacking || query.getCurrentResult().loading) again(query);
    }
  };

  const begin = ({ onUp, onDown }: LifeEvents): (() => void) => {
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
  noteDown();
  const end = keepAlive({
    begin,
    onChange: (isUp) => {
      keepAnswers(isUp);
      if (isUp) noteUp();
      else noteDown();
    },
  });
  return () => {
    stopped = true;
    setFeedPositions(null);
    keepAnswers(false);
    clearTimeout(flushing);
    refetcher.stop();
    end();
    noteEnd();
  };
};
