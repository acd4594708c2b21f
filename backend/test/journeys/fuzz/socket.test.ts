import { once } from 'node:events';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { cases, TEST_TIMEOUT_MS } from '../../support/testDepth.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { socketUrl } from '../../support/socketUrl.js';
import { expectValidGraphQLAnswer } from './answers.js';
import { newScene, type Scene } from './scene.js';
import { hostile, hostileText } from './values.js';

/** Close codes of the protocol and of our limits; the code for a defect must not appear. */
const CLOSES = [1000, 1003, 1007, 1009, 4400, 4401, 4406, 4409, 4429];
const DONE = 'done';
/** Queries are refused on a socket: the refusal shows that earlier messages were processed. */
const LAST = JSON.stringify({ id: DONE, type: 'subscribe', payload: { query: '{ me { id } }' } });

let server: TestServer;
let scene: Scene;
beforeAll(async () => {
  server = await startServer();
  scene = await newScene(server);
});
afterAll(() => server.close());

/** Sends a message, after signing in or instead of it; answers what came back, and how the socket was closed. */
async function say(
  message: string | Buffer,
  first: boolean,
): Promise<{ messages: string[]; code: number | undefined }> {
  const socket = new WebSocket(socketUrl(server), 'graphql-transport-ws');
  const messages: string[] = [];
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const answered = new Promise<undefined>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '{"type":"connection_ack"}' && !first) for (const each of [message, LAST]) socket.send(each);
      else if ((JSON.parse(text) as { id?: unknown }).id === DONE) resolve(undefined);
      else messages.push(text);
    });
  });
  socket.send(first ? message : JSON.stringify({ type: 'connection_init', payload: { token: scene.client.token } }));
  // without a sign-in, clients get no other answer
  if (first) socket.send(LAST);
  const code = await Promise.race([closed, answered]);
  socket.terminate();
  return { messages, code };
}

const envelope = fc.oneof(
  fc
    .record(
      {
        id: fc.oneof(fc.constant('1'), hostile),
        type: fc.oneof(
          fc.constantFrom('subscribe', 'subscribe', 'complete', 'ping', 'connection_init', 'next'),
          hostile,
        ),
        payload: fc.oneof(
          fc.record(
            {
              query: fc.oneof(
                fc.constant('subscription ($after: [ChangeCursor!]) { changes(after: $after) { revision } }'),
                hostileText,
              ),
              variables: fc.oneof(
                hostile.map((after) => ({ after })),
                hostile,
              ),
              operationName: hostile,
            },
            { requiredKeys: ['query'] },
          ),
          hostile,
        ),
      },
      { requiredKeys: ['type'] },
    )
    .map((value) => JSON.stringify(value)),
  hostile.map((value) => JSON.stringify(value)),
  hostileText,
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  fc.constant('x'.repeat(70_000)),
);

it('a message that only a server sends is refused as the protocol says', async () => {
  for (const type of ['next', 'error', 'connection_ack']) {
    const { code } = await say(
      JSON.stringify({ id: '1', type, payload: type === 'error' ? [{ message: 'x' }] : {} }),
      false,
    );
    expect(code, type).toBe(4400);
  }
});

it(
  'whatever a socket is sent, it is refused properly or closed, and the server goes on',
  async () => {
    await fc.assert(
      fc.asyncProperty(envelope, fc.boolean(), async (message, first) => {
        const { messages, code } = await say(message, first);
        if (code !== undefined) expect(CLOSES).toContain(code);
        for (const text of messages) {
          const { type, payload } = JSON.parse(text) as { type: string; payload: unknown };
          if (type === 'error') expectValidGraphQLAnswer(200, JSON.stringify({ errors: payload }), text);
          else if (type === 'next') expectValidGraphQLAnswer(200, JSON.stringify(payload), text);
          else expect(['connection_ack', 'complete', 'pong']).toContain(type);
        }
      }),
      cases(60),
    );
    expect((await scene.client.rest('get', '/auth/me')).status).toBe(200);
  },
  TEST_TIMEOUT_MS,
);
