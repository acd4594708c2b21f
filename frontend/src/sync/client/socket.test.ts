import { execute, gql } from '@apollo/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSocket } from './socket';

/** A server that accepts everyone, and answers pings as long as it runs. */
class FakeSocket extends EventTarget {
  static runs = true;
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
  readonly protocol = 'graphql-transport-ws';
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: unknown) => void;
  onerror?: (event: unknown) => void;

  constructor() {
    super();
    setTimeout(() => {
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    const answer = { connection_init: 'connection_ack', ping: 'pong' }[type];
    if (answer && FakeSocket.runs) setTimeout(() => this.onmessage?.({ data: JSON.stringify({ type: answer }) }));
  }

  // the other end does not answer the closing handshake either
  close(): void {
    this.readyState = FakeSocket.CLOSING;
  }
}

const onUp = vi.fn();
const onDown = vi.fn();
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.runs = true;
  const socket = openSocket({ getToken: () => 'token', onUp, onDown, onUnauthenticated: () => undefined });
  const document = gql('subscription { changes { revision } }');
  const subscription = execute(socket.link, { query: document }, { client: {} as never }).subscribe({
    error: () => undefined,
  });
  close = () => {
    subscription.unsubscribe();
    socket.close();
  };
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

it('a running server keeps its socket without messages', async () => {
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onUp).toHaveBeenCalledTimes(1);
  expect(onDown).not.toHaveBeenCalled();
});

it('a stopped server that closes nothing is disconnected within twenty seconds', async () => {
  await vi.advanceTimersByTimeAsync(31_000);
  FakeSocket.runs = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onDown).toHaveBeenCalled();
});
