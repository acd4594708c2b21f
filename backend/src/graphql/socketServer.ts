import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import { handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../contract/limits.js';
import { authenticate, bearerToken } from '../auth/authenticate.js';
import type { Env } from '../env.js';
import { addressKey } from '../kernel/address.js';
import { newContext, type Resources, type Viewer } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { KILOBYTE } from '../kernel/cost.js';
import { type Caller, limitKilobytes } from '../kernel/rates.js';
import type { Reader } from '../kernel/requestScope.js';
import type { Hubs } from '../live/hubs.js';
import type { LiveContext } from '../live/liveContext.js';
import { type ConnectedSocket, SessionWatch, UNAUTHORIZED } from '../live/sessionWatch.js';
import { chargeCost, chargeRefused, isOfVariables, refuseSpent } from './costPlugin.js';
import { operationName as knownName } from './callPlugin.js';
import { requestMessage } from './errors.js';
import { badRequest, createDocumentCheck, refusal, subscribe } from './subscriptions.js';

const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
const BAD_REQUEST = 4400;
const INTERNAL = 4500;
/** Sockets of one person, or bytes sent by one caller. */
const TOO_MANY = 4429;
/** Those told of by name: ours and the usual ones. A client may close with any. */
const CLOSE_CODES: ReadonlySet<number> = new Set([
  1000,
  GOING_AWAY,
  1005,
  1006,
  1009,
  TRY_AGAIN_LATER,
  BAD_REQUEST,
  UNAUTHORIZED,
  TOO_MANY,
  INTERNAL,
]);
/** How many subscriptions one socket may hold. */
const SUBSCRIPTIONS = 20;
/** A socket that is silent for this long is asked for a sign of life, and cut when it gives none as long again. */
const PING_MS = 12_000;
/** Who does not read does not answer the closing handshake either: after this long the socket is cut. */
const CLOSE_MS = 1_500;

interface Extra extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  userAgent: string;
  /** The header of the upgrade. */
  authorization: string | undefined;
  caller: Caller;
  /** Aborted when the socket has closed. */
  gone: AbortSignal;
  viewer?: Viewer;
  reader?: Reader;
  connected?: ConnectedSocket;
  running: number;
}

/**
 * A browser names the page it runs on: ours, by the public address or by the host it asked, or one of a site that may use
 * the interfaces. Programs name none.
 */
function allowedOrigin({ headers }: IncomingMessage, env: Env): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  if (env.allowedOrigins.has(asked.origin)) return true;
  return asked.host === host || (env.publicUrlGiven && asked.origin === new URL(env.publicUrl).origin);
}

/** What a client may say of itself in `connection_init`. */
type ConnectionParams = Record<string, unknown>;

/**
 * The token of a socket: as `{"token": …}`, or as most tools send it, `{"Authorization": "Bearer …"}`, in the payload of
 * `connection_init`; else the header of the upgrade, which programs can send.
 */
function tokenOf(params: ConnectionParams = {}, { authorization }: Extra): string | undefined {
  const { token, Authorization = params['authorization'] ?? authorization } = params;
  if (token !== undefined) return typeof token === 'string' ? token : undefined;
  return typeof Authorization === 'string' ? bearerToken(Authorization) : undefined;
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function endSocket(socket: WebSocket, code?: number, reason?: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}

/** Cuts a socket whose other end is gone without a word. Answers how to stop asking. */
function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}

export interface SocketServer {
  /** Lets nobody new in, and sends those who are here away by chance over so long. */
  leave(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws) at /graphql: subscriptions only, with the sign-in, limits and masking of
 * HTTP. Nothing of Apollo runs here, so each of them is set again.
 */
export function createSocketServer(
  resources: Resources,
  schema: GraphQLSchema,
  server: Server,
  hubs: Hubs,
): SocketServer {
  const { env, log, orm, metrics } = resources;
  const sessions = new SessionWatch(orm, log);
  const checkDocument = createDocumentCheck(schema, env.introspection);
  const wss = new WebSocketServer({ noServer: true, maxPayload: LIMITS.socketMessageBytes, handleProtocols });
  let closing = false;

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (closing) return refuseUpgrade(socket, '503 Service Unavailable');
    if (request.url?.split('?')[0] !== '/graphql') return refuseUpgrade(socket, '404 Not Found');
    if (!allowedOrigin(request, env)) return refuseUpgrade(socket, '403 Forbidden');
    return wss.handleUpgrade(request, socket, head, (ws) => wss.emit('connection', ws, request));
  });

  async function signIn(extra: Extra, given: string | undefined): Promise<boolean> {
    const { socket } = extra;
    const refuse = (code: number, reason: string): false => {
      endSocket(socket, code, reason);
      return false;
    };
    let viewer: Viewer | null;
    try {
      const request = { em: orm.em.fork(), requestId: newId(), caller: extra.caller };
      viewer = await authenticate(resources, request, given);
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be authenticated');
      return refuse(TRY_AGAIN_LATER, 'Try again later');
    }
    // it may have gone meanwhile, and would be counted for ever
    if (socket.readyState !== socket.OPEN) return false;
    if (!viewer) return refuse(UNAUTHORIZED, 'Unauthorized');
    if (sessions.count(viewer.userId) >= LIMITS.socketsPerPerson) {
      metrics?.limitsMet.inc({ limit: 'socketsPerPerson' });
      return refuse(TOO_MANY, 'Too many sockets');
    }
    extra.viewer = viewer;
    extra.reader = { personId: viewer.userId, hasWritten: false, gone: extra.gone, onRefused: () => undefined };
    const { userId, sessionId, program } = viewer;
    const signInId = program?.tokenId ?? sessionId;
    extra.connected = { userId, signInId, close: (code, reason) => endSocket(socket, code, reason) };
    sessions.add(extra.connected);
    return true;
  }

  /** Charges a message before it is parsed; one beyond the limit ends the socket. */
  async function isTaken(extra: Extra, { length }: Buffer): Promise<boolean> {
    const { socket, caller, viewer } = extra;
    const kilobytes = Math.floor(length / KILOBYTE);
    if (kilobytes === 0) return true;
    try {
      await limitKilobytes({ resources, caller, viewer: viewer ?? null }, kilobytes);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      endSocket(socket, TOO_MANY, 'Too much was sent');
      return false;
    }
  }

  /** What to execute, or why not. */
  async function prepare(
    extra: Extra,
    { query, variables, operationName }: SubscribePayload,
  ): Promise<ExecutionArgs | GraphQLError[]> {
    const { caller, viewer = null } = extra;
    const asking = { resources, caller, viewer };
    let document: DocumentNode;
    try {
      await refuseSpent(asking);
      const checked = checkDocument(query);
      if ('refused' in checked) {
        await chargeRefused(asking, query.length);
        return checked.refused;
      }
      ({ document } = checked);
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.SUBSCRIPTION) {
        return [badRequest('Sockets take subscriptions only; send queries and mutations over HTTP')];
      }
      await chargeCost(schema, asking, { document, operationName, variables });
    } catch (error) {
      if (error instanceof AppError) return [refusal(error)];
      if (isOfVariables(error)) {
        await chargeRefused(asking, query.length + JSON.stringify(variables).length);
        return [badRequest(requestMessage(error.message))];
      }
      throw error;
    }
    if (extra.running >= SUBSCRIPTIONS) {
      metrics?.limitsMet.inc({ limit: 'subscriptionsPerSocket' });
      return [badRequest('Too many subscriptions on one socket')];
    }
    extra.running += 1;
    metrics?.subscriptions.inc({ operation: knownName(operationName) });
    const requestId = newId();
    const known = { requestId, log: log.child({ requestId }), viewer, userAgent: extra.userAgent, caller };
    const contextValue: LiveContext = {
      ...newContext(resources, known),
      live: {
        hubs,
        onOverflow: () => endSocket(extra.socket, TRY_AGAIN_LATER, 'Please catch up'),
        reader: extra.reader,
      },
    };
    return {
      schema,
      document,
      ...(operationName != null && { operationName }),
      ...(variables != null && { variableValues: variables }),
      contextValue,
    };
  }

  const protocol = makeServer<ConnectionParams, Extra>({
    schema,
    connectionInitWaitTimeout: 5_000,
    subscribe,
    onConnect: ({ connectionParams, extra }) => signIn(extra, tokenOf(connectionParams, extra)),
    onSubscribe: ({ extra }, _id, payload) => prepare(extra, payload),
    onComplete: ({ extra }, _id, { operationName }) => {
      extra.running -= 1;
      metrics?.subscriptions.dec({ operation: knownName(operationName) });
    },
    onClose: ({ extra }) => {
      if (extra.connected) sessions.remove(extra.connected);
    },
  });

  wss.on('connection', (socket, request) => {
    const gone = new AbortController();
    const extra: Extra = {
      socket,
      gone: gone.signal,
      userAgent: request.headers['user-agent'] ?? '',
      authorization: request.headers.authorization,
      // nobody reads headers on a socket
      caller: { address: addressKey(request.socket.remoteAddress), device: null, onRate: () => undefined },
      running: 0,
    };
    let before = Promise.resolve();
    const stopAsking = keepAlive(socket);
    metrics?.sockets.inc();
    const fail = (error: unknown): void => {
      // graphql-ws closes with 4400 for all but this: a message that only a server sends
      if (error instanceof Error && error.message.startsWith('Unexpected message of type')) {
        return endSocket(socket, BAD_REQUEST, 'Invalid message received');
      }
      log.error({ err: error }, 'unexpected error on a socket');
      return endSocket(socket, INTERNAL, 'Internal server error');
    };
    // a frame that is broken or too large: ws closes the socket with the code for it
    socket.on('error', (error) => {
      log.debug({ err: error }, 'socket error');
      setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (data) =>
          new Promise((resolve) => {
            // resolves when the data has left us: a slow reader is served at its own pace; a gone one ends by its close
            if (socket.readyState === socket.OPEN) socket.send(data, () => resolve());
            else resolve();
          }),
        close: (code, reason) => endSocket(socket, code, reason),
        // one message is one buffer, as ws is set up here
        onMessage: (handle) =>
          void socket.on('message', (data: Buffer) => {
            // one after another, so that messages are handled in the order in which they came
            before = before
              .then(async () => {
                if (await isTaken(extra, data)) handle(data.toString()).catch(fail);
              })
              .catch(fail);
          }),
      },
      extra,
    );
    socket.once('close', (code, reason) => {
      gone.abort();
      stopAsking();
      metrics?.sockets.dec();
      metrics?.socketsClosed.inc({ code: CLOSE_CODES.has(code) ? String(code) : 'other' });
      Promise.resolve(closed(code, String(reason))).catch(fail);
    });
  });

  return {
    leave: async (ms) => {
      closing = true;
      // those who come back together would all be answered late
      for (const socket of wss.clients) {
        setTimeout(() => endSocket(socket, GOING_AWAY, 'Going away'), Math.random() * ms).unref();
      }
      await sleep(ms);
    },
    close: async () => {
      closing = true;
      sessions.close();
      const gone = [...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of wss.clients) endSocket(socket, GOING_AWAY, 'Going away');
      await Promise.all(gone);
      wss.close();
    },
  };
}
