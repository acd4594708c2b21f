import { type Client as SocketClient, createClient } from 'graphql-ws';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { TestServer } from './harness.js';
import { socketUrl } from './socketUrl.js';

export interface Closed {
  code: number;
  reason: string;
}

/** One subscription on its own socket. */
export interface Following<Event> {
  events: Event[];
  /** The extensions of its answers. */
  extensions: Record<string, unknown>[];
  /** Errors instead of events. */
  errors: { message: string; path?: readonly (string | number)[]; extensions?: Record<string, unknown> }[];
  /** Set when the socket has closed. */
  closed: Closed | undefined;
  /** The raw socket, to stall or cut it. */
  socket: WebSocket | undefined;
  /** Waits for this many events and returns them. */
  until(count: number): Promise<Event[]>;
  end(): Promise<Closed>;
  stop(): Promise<void>;
}

export interface FollowOptions {
  token?: unknown;
  /** The payload of `connection_init`; `{token}` by default. */
  params?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  timeout?: number;
}

/** Subscribes without reconnecting, until `stop` or the end of the server. */
export function follow<Event>(
  server: Pick<TestServer, 'url'>,
  query: string,
  { token, params = { token }, variables = {}, headers = {}, timeout = 30_000 }: FollowOptions = {},
): Following<Event> {
  class OurSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers });
      following.socket = this;
      this.once('close', (code, reason) => (following.closed = { code, reason: String(reason) }));
    }
  }
  const client: SocketClient = createClient({
    url: socketUrl(server),
    webSocketImpl: OurSocket,
    connectionParams: params,
    retryAttempts: 0,
    onNonLazyError: () => undefined,
  });
  const following: Following<Event> = {
    events: [],
    extensions: [],
    errors: [],
    closed: undefined,
    socket: undefined,
    until: async (count) => {
      await expect.poll(() => following.events.length, { timeout, interval: 5 }).toBeGreaterThanOrEqual(count);
      return following.events;
    },
    end: async () => {
      await expect.poll(() => following.closed, { timeout, interval: 10 }).toBeDefined();
      return following.closed ?? { code: 0, reason: '' };
    },
    stop: async () => {
      await client.dispose();
      following.socket?.terminate();
    },
  };
  client.subscribe<Record<string, Event>>(
    { query, variables },
    {
      next: ({ data, errors, extensions }) => {
        if (extensions) following.extensions.push(extensions as Record<string, unknown>);
        if (errors) following.errors.push(...errors);
        for (const event of Object.values(data ?? {})) if (event !== null) following.events.push(event);
      },
      error: (error) => {
        if (Array.isArray(error)) following.errors.push(...(error as Following<Event>['errors']));
      },
      complete: () => undefined,
    },
  );
  return following;
}
