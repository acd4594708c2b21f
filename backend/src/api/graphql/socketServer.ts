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
import { handleProtocols, makeServer, MessageType, stringifyMessage, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../../contract/limits.js';
import { authenticate, bearerToken } from '../../auth/authenticate.js';
import type { Env } from '../../env.js';
import { addressKey, callerAddress } from '../../platform/http/address.js';
import { newContext, type Resources, type Viewer } from '../../request/context.js';
import { AppError } from '../../platform/lib/errors.js';
import { newId } from '../../platform/lib/ids.js';
import { KILOBYTE } from '../../request/cost.js';
import { type Caller, limitKilobytes } from '../../request/rates.js';
import type { Reader } from '../../platform/database/requestScope.js';
import { type NamedLink, requireLink } from '../../sharing/openLink.js';
import type { Hubs } from '../../feed/hubs.js';
import type { LiveContext } from '../../feed/feedContext.js';
import { type ConnectedSocket, SessionWatch, UNAUTHORIZED } from '../../feed/sessionWatch.js';
import { chargeCost, chargeInvalidRequest, isVariableError, refuseWithoutBudget } from './costPlugin.js';
import { operationName as knownName } from './callPlugin.js';
import { requestMessage } from './errors.js';
import { badRequest, createDocumentCheck, refusal, subscribe } from './subscriptions.js';

const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
const BAD_REQUEST = 4400;
const INTERNAL = 4500;
/** Too many sockets of a user, or too many bytes from a caller. */
const TOO_MANY = 4429;
/** Close codes used as metric labels; any other code is counted as "other". */
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
/** The maximum number of subscriptions of a socket. */
const SUBSCRIPTIONS = 20;
/** The interval of pings. A socket that has not answered by the next one is terminated. */
const PING_MS = 12_000;
/** The maximum number of answers to pings that are not sent yet: a client that does not read could send pings without end. */
const UNSENT_PONGS = 1_000;
/** A client that does not read does not answer the closing handshake, so the socket is terminated after this time. */
const CLOSE_MS = 1_500;

interface Extra extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  userAgent: string;
  /** The header of the upgrade request. */
  authorization: string | undefined;
  caller: Caller;
  /** Aborted when the socket has closed. */
  gone: AbortSignal;
  viewer?: Viewer;
  reader?: Reader;
  connected?: ConnectedSocket;
  /** Stops following the link of a visitor's socket. */
  unfollow?: () => void;
  running: number;
}

/**
 * Browsers send the origin of the page: it must be the public URL, the requested host or an allowed site. Other clients send
 * none.
 */
function allowedOrigin({ headers }: IncomingMessage, env: Env): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  if (env.allowedOrigins.has(asked.origin)) return true;
  return asked.host === host || (env.publicUrlGiven && asked.origin === new URL(env.publicUrl).origin);
}

/** The payload of `connection_init`. */
type ConnectionParams = Record<string, unknown>;

/**
 * Reads the token from the payload of `connection_init`, as `{"token": …}` or `{"Authorization": "Bearer …"}`, else from the
 * header of the upgrade request.
 */
function tokenOf(params: ConnectionParams = {}, { authorization }: Extra): string | undefined {
  const { token, Authorization = params['authorization'] ?? authorization } = params;
  if (token !== undefined) return typeof token === 'string' ? token : undefined;
  return typeof Authorization === 'string' ? bearerToken(Authorization) : undefined;
}

/** Reads the shared link of a visitor from the payload of `connection_init`: `{"sharedLink": …, "key": …}`. */
function sharedLinkOf({ sharedLink, key }: ConnectionParams = {}): NamedLink | undefined {
  if (typeof sharedLink !== 'string') return undefined;
  return { token: sharedLink, key: typeof key === 'string' ? key : null };
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function endSocket(socket: WebSocket, code?: number, reason?: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}

/** Terminates a socket whose client no longer answers pings. Returns a function that stops the pings. */
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

/**
 * Returns a function that answers a ping. `send` calls its argument when the answer was sent. Terminates the socket of a client
 * that does not read the answers.
 */
function createPonger(socket: WebSocket): (send: (onSent: () => void) => void) => void {
  let unsent = 0;
  return (send) => {
    if (socket.readyState !== socket.OPEN) return;
    if (unsent >= UNSENT_PONGS) return socket.terminate();
    unsent += 1;
    send(() => (unsent -= 1));
  };
}

export interface SocketServer {
  /** Refuses new sockets, and closes the open ones at random times within this period. */
  leave(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws) at /graphql, for subscriptions only. Apollo does not run here, so authentication,
 * limits and error masking are set up again.
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
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.socketMessageBytes,
    handleProtocols,
    autoPong: false,
  });
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
    // The count of a socket that has closed meanwhile would never go down.
    if (socket.readyState !== socket.OPEN) return false;
    if (!viewer) return refuse(UNAUTHORIZED, 'Unauthorized');
    if (sessions.count(viewer.userId) >= LIMITS.socketsPerPerson) {
      metrics?.limitsMet.inc({ limit: 'socketsPerPerson' });
      return refuse(TOO_MANY, 'Too many sockets');
    }
    extra.viewer = viewer;
    extra.reader = { personId: viewer.userId, hasWritten: false, abandoned: extra.gone, onRefused: () => undefined };
    const { userId, sessionId, program } = viewer;
    const signInId = program?.tokenId ?? sessionId;
    extra.connected = { userId, signInId, close: (code, reason) => endSocket(socket, code, reason) };
    sessions.add(extra.connected);
    return true;
  }

  /** Accepts a visitor with a shared link; then only `sharedChanged` is open to them. The socket ends with the link. */
  async function admitVisitor(extra: Extra, named: NamedLink): Promise<boolean> {
    const { socket, caller } = extra;
    try {
      const link = await requireLink(newContext(resources, { viewer: null, caller }), named);
      if (socket.readyState !== socket.OPEN) return false;
      const onEnd = (): void => endSocket(socket, UNAUTHORIZED, 'The link has ended');
      extra.unfollow = hubs.links.follow(link, { onEnd, isSocket: true });
      return true;
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === undefined) log.warn({ err: error }, 'a visitor could not be admitted');
      if (code === 'RATE_LIMITED') endSocket(socket, TOO_MANY, 'Too many sockets or requests');
      else if (code === undefined || code === 'UNAVAILABLE') endSocket(socket, TRY_AGAIN_LATER, 'Try again later');
      else endSocket(socket, UNAUTHORIZED, 'Unauthorized');
      return false;
    }
  }

  /** Charges a message before it is parsed. Closes the socket and returns false if the limit is exceeded. */
  async function chargeMessage(extra: Extra, { length }: Buffer): Promise<boolean> {
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

  /** Returns the arguments of the execution, or errors. */
  async function prepare(
    extra: Extra,
    { query, variables, operationName }: SubscribePayload,
  ): Promise<ExecutionArgs | GraphQLError[]> {
    const { caller, viewer = null } = extra;
    const asking = { resources, caller, viewer };
    let document: DocumentNode;
    try {
      await refuseWithoutBudget(asking);
      const checked = checkDocument(query);
      if ('refused' in checked) {
        await chargeInvalidRequest(asking, query.length);
        return checked.refused;
      }
      ({ document } = checked);
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.SUBSCRIPTION) {
        return [badRequest('Sockets take subscriptions only; send queries and mutations over HTTP')];
      }
      await chargeCost(schema, asking, { document, operationName, variables });
    } catch (error) {
      if (error instanceof AppError) return [refusal(error)];
      if (isVariableError(error)) {
        await chargeInvalidRequest(asking, query.length + JSON.stringify(variables ?? {}).length);
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
    onConnect: ({ connectionParams, extra }) => {
      const token = tokenOf(connectionParams, extra);
      const visitor = token === undefined ? sharedLinkOf(connectionParams) : undefined;
      return visitor ? admitVisitor(extra, visitor) : signIn(extra, token);
    },
    onSubscribe: ({ extra }, _id, payload) => prepare(extra, payload),
    onComplete: ({ extra }, _id, { operationName }) => {
      extra.running -= 1;
      metrics?.subscriptions.dec({ operation: knownName(operationName) });
    },
    onClose: ({ extra }) => {
      if (extra.connected) sessions.remove(extra.connected);
      extra.unfollow?.();
    },
  });

  wss.on('connection', (socket, request) => {
    const gone = new AbortController();
    const extra: Extra = {
      socket,
      gone: gone.signal,
      userAgent: request.headers['user-agent'] ?? '',
      authorization: request.headers.authorization,
      // A socket has no response headers.
      caller: { address: addressKey(callerAddress(request, env.trustProxy)), device: null, onRate: () => undefined },
      running: 0,
    };
    let before = Promise.resolve();
    const stopAsking = keepAlive(socket);
    const answerPing = createPonger(socket);
    socket.on('ping', (data) => answerPing((onSent) => socket.pong(data, false, onSent)));
    metrics?.sockets.inc();
    const fail = (error: unknown): void => {
      // graphql-ws closes with 4400 for all invalid messages except this one, which only a server may send.
      if (error instanceof Error && error.message.startsWith('Unexpected message of type')) {
        return endSocket(socket, BAD_REQUEST, 'Invalid message received');
      }
      log.error({ err: error }, 'unexpected error on a socket');
      return endSocket(socket, INTERNAL, 'Internal server error');
    };
    // ws itself closes the socket for broken or too large frames.
    socket.on('error', (error) => {
      log.debug({ err: error }, 'socket error');
      setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (data) =>
          new Promise((resolve) => {
            // Resolves when the data was sent, so a slow reader gets events at its own pace.
            if (socket.readyState === socket.OPEN) socket.send(data, () => resolve());
            else resolve();
          }),
        close: (code, reason) => endSocket(socket, code, reason),
        onPing: (payload) => {
          const pong = stringifyMessage<MessageType.Pong>({ type: MessageType.Pong, ...(payload && { payload }) });
          answerPing((onSent) => socket.send(pong, onSent));
        },
        // ws is configured to deliver each message as one buffer.
        onMessage: (handle) =>
          void socket.on('message', (data: Buffer) => {
            // Messages are handled one at a time, in order.
            before = before
              .then(async () => {
                if (await chargeMessage(extra, data)) handle(data.toString()).catch(fail);
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
      // Closing all at the same time would make all clients reconnect at the same time.
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
