import type { ApolloClient } from '@apollo/client';
import { forgetAnswers, keepAnswers } from '../client/freshAnswers';
import { ownWrite, ownWrites, repeatAfterReads } from '../client/order';
import { openSocket } from '../client/socket';
import { noteReader } from '../persistence/positions';
import { setUnreadCount } from '../../features/notifications/notificationCache';
import { MeDocument } from '../../features/account/session/Me.generated';
import { expireSession, getToken } from '../../features/account/session/token';
import { applyChangeSet, type ChangeSet, NOTHING_UNKNOWN, type Unknown } from './applyChangeSet';
import { applyInboxEvent, type InboxEvent } from './applyInboxEvent';
import { ChangesDocument } from './Changes.generated';
import { Cursors } from './cursors';
import { dropCache } from './dropCache';
import { holdFocus } from './holdFocus';
import { keepAlive, type LifeEvents } from './lifeline';
import { noteDown, noteEnd, noteEvent, noteUp } from './liveStatus';
import { NotificationChangedDocument } from './NotificationChanged.generated';
import { activeQueries, again, Refetcher } from './refetch';

/** Signing out closes the socket as well, a moment before its own answer is here. */
const EXPIRE_MS = 500;

const isOfTask = ({ entity }: ChangeSet['changes'][number]): boolean => entity === 'TASK';

/**
 * Follows what happens in the viewer's projects and to their notifications, and keeps the cache up to date with it. Each
 * connection goes on from where the last one stood. Answers how to stop.
 *
 * It begins where `me` said that the projects stand: pages were read after that, so nothing is missing, and what they show
 * already is told once more without doing harm.
 */
export const startFeed = (client: ApolloClient): (() => void) => {
  const { cache } = client;
  const cursors = new Cursors(cache.readQuery({ query: MeDocument })?.me);
  const refetcher = new Refetcher(client);
  /** Echoes of this tab's own writes: what they say was in the cache before them, so that it tells nothing of the figures. */
  const echoes = new WeakSet<ChangeSet>();
  let waiting: ChangeSet[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  /** Answers what events could not say, for which the server was asked. */
  const show = (sets: readonly ChangeSet[]): Unknown => {
    let asked = NOTHING_UNKNOWN;
    if (stopped) return asked;
    const keepFocus = holdFocus();
    cache.batch({
      update: (store) => {
        for (const set of sets) {
          // A project that was left meanwhile does not come back with what waited.
          if (set.kind === 'CHANGES' && !cursors.has(set.projectId)) continue;
          const told = applyChangeSet(store, set);
          const unknown = { ...told, figures: told.figures || (echoes.has(set) && set.changes.some(isOfTask)) };
          refetcher.ask(unknown);
          asked = {
            figures: asked.figures || unknown.figures,
            counts: asked.counts || unknown.counts,
            lists: asked.lists || unknown.lists,
          };
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

  const enqueue = (set: ChangeSet): void => {
    if (stopped) return;
    waiting.push(set);
    flushing ??= setTimeout(flush);
  };

  const onChangeSet = (set: ChangeSet): void => {
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
        isLacking = applyInboxEvent(store, event);
      },
    });
    // An answer that is still under way may be older than the event; and before a SYNC, anything may have happened.
    repeatAfterReads(() => setUnreadCount(cache, event.unreadCount));
    for (const query of activeQueries(client, ['Notifications'])) {
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
      .subscribe({ ...options, query: ChangesDocument, variables: { after: cursors.list(), epoch: cursors.epoch } })
      .subscribe({
        next: ({ data }) => (data ? onChangeSet(data.changes) : onDown()),
        error: onDown,
        complete: onDown,
      });
    const inbox = client.subscribe({ ...options, query: NotificationChangedDocument }).subscribe({
      next: ({ data }) => (data ? onInboxEvent(data.notificationChanged) : onDown()),
      error: onDown,
      complete: onDown,
    });
    return () => {
      changes.unsubscribe();
      inbox.unsubscribe();
      socket.close();
    };
  };

  noteReader(cursors);
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
    noteReader(null);
    keepAnswers(false);
    clearTimeout(flushing);
    refetcher.stop();
    end();
    noteEnd();
  };
};
