import { createClient } from 'graphql-ws';
import { socketUrl } from '../lib/socketUrl';
import type { LinkKey } from './sharedApi';

/** Close code of a socket whose link has ended. */
const ENDED = 4401;
/** Without other messages, each side sends a ping at this interval. */
const PING_MS = 15_000;
/** The pause before the first reconnection, and the maximum; the actual pause is random, at least half of it. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

const QUERY =
  'subscription Shared($token: String!, $key: String) { sharedChanged(token: $token, key: $key) { revision } }';

interface Listeners {
  onRevision: (revision: number) => void;
  onEnded: () => void;
}

/**
 * Follows a link by a socket, while the page is open. Reconnects a lost connection, whose first event is the current
 * revision, so nothing is missed. Returns a function that stops it.
 */
export const followLink = (link: LinkKey, { onRevision, onEnded }: Listeners): (() => void) => {
  let isStopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dispose = (): void => undefined;

  const connect = (): void => {
    const again = (): void => {
      dispose();
      if (isStopped) return;
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
      failures += 1;
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
    };
    const client = createClient({
      url: socketUrl(),
      connectionParams: { sharedLink: link.token, key: link.key },
      retryAttempts: 0,
      keepAlive: PING_MS,
      on: {
        closed: (event) => {
          if (isStopped) return;
          if (event instanceof CloseEvent && event.code === ENDED) onEnded();
          else again();
        },
      },
    });
    dispose = () => {
      Promise.resolve(client.dispose()).catch(() => undefined);
      dispose = () => undefined;
    };
    client.subscribe<{ sharedChanged: { revision: number } | null }>(
      { query: QUERY, variables: { ...link } },
      {
        next: ({ data }) => {
          failures = 0;
          if (data?.sharedChanged) onRevision(data.sharedChanged.revision);
        },
        // The socket is closed, or about to close, after both events.
        error: () => undefined,
        complete: () => undefined,
      },
    );
  };

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    dispose();
  };
};
