import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { LIMITS } from '../../contract/limits.js';
import { authenticate } from '../auth/authenticate.js';
import type { Env } from '../env.js';
import type { Context, Services, Viewer } from '../kernel/context.js';
import { newId } from '../kernel/ids.js';
import type { Feed } from '../live/feed.js';
import type { LiveContext } from '../live/liveContext.js';
import { contextOfEvent, type LiveEvent } from '../live/liveEvent.js';
import { type ConnectedSocket, Sockets, UNAUTHORIZED } from '../live/sockets.js';
import { formatGraphQLError } from './errors.js';
import { LIMIT_RULES } from './limits.js';

const TOO_MANY_SOCKETS = 4429;
const TRY_AGAIN_LATER = 1013;
/** How many subscriptions one socket may hold. */
const SUBSCRIPTIONS = 20;

interface Extra extends Record<PropertyKey, unknown> {
  viewer?: Viewer;
  connected?: ConnectedSocket;
  running?: number;
}

/** A browser names the page it runs on: ours, by the public address or by the host it asked. Programs name none. */
function allowedOrigin({ headers }: IncomingMessage, env: Env): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.host === host || (env.publicUrl !== undefined && asked.origin === new URL(env.publicUrl).origin);
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

export interface SocketServer {
  close(): Promise<void>;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws) at /graphql: subscriptions only, with the sign-in, limits and masking of
 * HTTP. Nothing of Apollo runs here, so each of them is set again.
 */
export function createSocketServer(
  services: Services,
  schema: GraphQLSchema,
  server: Server,
  feed: Feed,
): SocketServer {
  const { env, log, orm } = services;
  const sockets = new Sockets(orm, log);
  const wss = new WebSocketServer({ noServer: true, maxPayload: LIMITS.socketMessageBytes });
  const rules = [...specifiedRules, ...LIMIT_RULES, ...(env.introspection ? [] : [NoSchemaIntrospectionCustomRule])];

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== '/graphql') return refuseUpgrade(socket, '404 Not Found');
    if (!allowedOrigin(request, env)) return refuseUpgrade(socket, '403 Forbidden');
    return wss.handleUpgrade(request, socket, head, (ws) => wss.emit('connection', ws, request));
  });

  /** Masks as over HTTP. */
  const masked = (errors: readonly GraphQLError[], requestId: string): GraphQLError[] =>
    errors.map((error) => {
      const { message, extensions } = formatGraphQLError(error.toJSON(), error, (original) => {
        log.error({ err: original, requestId }, 'unexpected error in a subscription');
        return requestId;
      });
      return new GraphQLError(message, { path: error.path, extensions: extensions ?? null });
    });

  const maskedResult = (result: ExecutionResult, requestId: string): ExecutionResult =>
    result.errors ? { ...result, errors: masked(result.errors, requestId) } : result;

  /** graphql-js's `subscribe`, but each event is executed in a context of its own: nothing of it outlives the event. */
  async function subscribe(args: ExecutionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    const ctx = args.contextValue as LiveContext;
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return maskedResult(source, ctx.requestId);
    const events = source[Symbol.asyncIterator]() as AsyncIterator<LiveEvent>;
    const results: AsyncIterableIterator<ExecutionResult> = {
      async next() {
        const { value, done } = await events.next();
        if (done) return { value: undefined, done: true };
        const result = await execute({ ...args, rootValue: value, contextValue: contextOfEvent(ctx, value) });
        return { value: maskedResult(result, ctx.requestId), done: false };
      },
      async return() {
        await events.return?.();
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return results;
      },
    };
    return results;
  }

  const cleanup = useServer<{ token?: unknown }, Extra>(
    {
      schema,
      connectionInitWaitTimeout: 5_000,
      subscribe: (args) => subscribe(args),
      onConnect: async ({ connectionParams, extra }) => {
        const token = connectionParams?.token;
        const viewer = await authenticate(
          orm.em.fork(),
          typeof token === 'string' ? token : undefined,
          services.jwtSecret,
          services.now(),
        ).catch((error: unknown) => {
          log.warn({ err: error }, 'a socket could not be authenticated');
          extra.socket.close(TRY_AGAIN_LATER, 'Try again later');
          throw error;
        });
        if (!viewer) {
          extra.socket.close(UNAUTHORIZED, 'Unauthorized');
          return false;
        }
        if (sockets.count(viewer.userId) >= LIMITS.socketsPerPerson) {
          extra.socket.close(TOO_MANY_SOCKETS, 'Too many sockets');
          return false;
        }
        const connected = { ...viewer, close: (code: number, reason: string) => extra.socket.close(code, reason) };
        sockets.add(connected);
        Object.assign(extra, { viewer, connected, running: 0 });
        return true;
      },
      onClose: ({ extra }) => {
        if (extra.connected) sockets.remove(extra.connected);
      },
      onSubscribe: ({ extra }, _id, { query, variables, operationName }) => {
        const requestId = newId();
        const refuse = (errors: readonly GraphQLError[]): GraphQLError[] =>
          errors.map(
            (error) =>
              new GraphQLError(error.message.replace(/ Did you mean .*$/, ''), {
                extensions: { code: 'BAD_REQUEST' },
              }),
          );
        let document;
        try {
          document = parse(query, { maxTokens: LIMITS.queryTokens });
        } catch (error) {
          return refuse([error as GraphQLError]);
        }
        const invalid = validate(schema, document, rules);
        if (invalid.length > 0) return refuse(invalid);
        const operation = getOperationAST(document, operationName);
        if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
          return [badRequest('Sockets take subscriptions only; send queries and mutations over HTTP')];
        }
        if ((extra.running ?? 0) >= SUBSCRIPTIONS) return [badRequest('Too many subscriptions on one socket')];
        extra.running = (extra.running ?? 0) + 1;
        const contextValue: LiveContext = {
          services,
          requestId,
          log: log.child({ requestId }),
          em: orm.em.fork(),
          viewer: extra.viewer ?? null,
          userAgent: extra.request.headers['user-agent'] ?? '',
          idempotencyKey: undefined,
          loaders: new Map(),
          live: {
            hub: feed.hub,
            inboxes: feed.inboxes,
            onOverflow: () => extra.socket.close(TRY_AGAIN_LATER, 'Too slow, please catch up'),
          },
        };
        return {
          schema,
          document,
          ...(operationName != null && { operationName }),
          ...(variables != null && { variableValues: variables }),
          contextValue: contextValue satisfies Context,
        };
      },
      onComplete: ({ extra }) => {
        extra.running = Math.max(0, (extra.running ?? 1) - 1);
      },
    },
    wss,
    12_000,
  );

  return {
    close: async () => {
      sockets.close();
      await cleanup.dispose();
      wss.close();
    },
  };
}
