import { createServer, type Server } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { pinoHttp } from 'pino-http';
import { authenticate, bearerToken } from './auth/authenticate.js';
import { UNSEEN_HEADER } from './auth/visits.js';
import { deviceOf } from './auth/device.js';
import { avatars } from './avatars.js';
import { compressed } from './compressed.js';
import { cors } from './cors.js';
import { refuseSpent } from './graphql/costPlugin.js';
import { createApollo } from './graphql/server.js';
import { createSchema } from './graphql/schema.js';
import { createSocketServer } from './graphql/socketServer.js';
import { type Context, newContext, type Resources } from './kernel/context.js';
import { REQUEST_MS, withDeadline } from './kernel/deadline.js';
import { addressKey } from './kernel/address.js';
import { callAt } from './kernel/eyes/call.js';
import { requireJson } from './kernel/jsonType.js';
import { newId } from './kernel/ids.js';
import type { Caller } from './kernel/rates.js';
import { heldPosition, POSITION_HEADER } from './kernel/position.js';
import { readJson } from './kernel/requestBody.js';
import { requestScope } from './kernel/requestScope.js';
import { securityHeaders } from './kernel/securityHeaders.js';
import { Hubs } from './live/hubs.js';
import { rateHeaders } from './rateHeaders.js';
import { docsPages } from './rest/docsPage.js';
import { renderError } from './rest/errors.js';
import { openApiDocument } from './rest/openapi.js';
import { type ContextOf, createRestRouter } from './rest/router.js';
import { routes } from './rest/routes.js';
import { watchRequest } from './watchRequest.js';
import { readSignUp } from './projects/registration.service.js';
import { clientPages, graphiqlPage } from './web.js';

/** A server that is ready to listen. */
export interface App {
  server: Server;
  /** Is not ready any more, but serves on, while its sockets are sent away one after another for so long. */
  leave: (ms: number) => Promise<void>;
  /** Finishes what runs, refuses what is new, and lets go of everything the app itself holds. */
  close: () => Promise<void>;
}

/** Who asks whether we are ready (a proxy, a container's health check) waits about 5 s. */
const READY_MS = 4_000;

/**
 * What a connection may cost us: one that asks for nothing is kept a little longer than proxies keep theirs (60 s), so
 * that they never ask on one that is just being closed; one that asks slowly is closed within a minute.
 */
const CONNECTIONS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  requestTimeout: 50_000,
  connectionsCheckingInterval: 5_000,
};

const requestIdOf = (request: Request): string => request.id as string;

/** Who asks, with what: the context of one request, whichever interface it uses. */
async function createContext(resources: Resources, request: Request, response: Response): Promise<Context> {
  const em = resources.orm.em.fork();
  const requestId = requestIdOf(request);
  const gone = new AbortController();
  // an answer that is complete leaves nobody waiting, and the reason of an abort takes a stack
  response.once('close', () => response.writableFinished || gone.abort());
  const caller: Caller = {
    // of several addresses in X-Forwarded-For the one that TRUST_PROXY lets us believe
    address: addressKey(request.ip),
    device: deviceOf(request.get('X-Device')),
    gone: gone.signal,
    onRate: rateHeaders(response),
  };
  const token = bearerToken(request.headers.authorization);
  const viewer = await authenticate(resources, { em, requestId, caller }, token, {
    seenFrom: caller.address,
    isVisit: request.get(UNSEEN_HEADER) === undefined,
  });
  const scope = requestScope.getStore();
  if (scope && viewer) {
    scope.reader = {
      personId: viewer.userId,
      hasWritten: false,
      gone: gone.signal,
      held: scope.hasNoted ? undefined : heldPosition(request.get(POSITION_HEADER)),
      onRefused: (seconds) => {
        if (!response.headersSent) response.set('Retry-After', String(seconds));
      },
    };
  }
  return newContext(resources, {
    requestId,
    log: request.log,
    em,
    viewer,
    userAgent: request.headers['user-agent'] ?? '',
    caller,
    idempotencyKey: request.get('Idempotency-Key'),
  });
}

/** GraphQL over HTTP: what comes before it runs is refused with the status that REST has, see rest/errors.ts. */
function graphqlOver(apollo: ApolloServer<Context>, contextOf: ContextOf): RequestHandler[] {
  const contexts = new WeakMap<Request, Context>();
  const prepare: RequestHandler = async (request, response, next) => {
    requireJson(request, response);
    const ctx = await contextOf(request, response);
    await refuseSpent(ctx);
    await readJson(ctx, request);
    contexts.set(request, ctx);
    next();
  };
  return [prepare, expressMiddleware(apollo, { context: async ({ req }) => contexts.get(req) as Context })];
}

/** Assembles Express: one port serves the client, GraphQL, REST and the health checks. */
export async function createApp(resources: Resources): Promise<App> {
  const { env, log } = resources;
  const app = express();
  app.disable('x-powered-by');
  // answers of the interfaces are never stored, and pages differ by their nonce: hashing them serves nobody
  app.disable('etag');
  app.set('trust proxy', env.trustProxy ?? false);
  app.set('query parser', 'simple');

  app.use(
    pinoHttp({
      logger: log,
      genReqId: () => newId(),
      // why a request is told to come again is said once for many of them, see kernel/databaseErrors.ts
      customLogLevel: (_request, { statusCode }, error) =>
        statusCode !== 503 && (error || statusCode >= 500) ? 'error' : 'debug',
      serializers: {
        req: (request: { id: unknown; method: unknown; url: unknown }) => ({
          id: request.id,
          method: request.method,
          url: request.url,
        }),
        res: (response: { statusCode: unknown }) => ({ statusCode: response.statusCode }),
      },
    }),
  );
  app.use((request, response, next) => {
    const requestId = requestIdOf(request);
    response.set('X-Request-Id', requestId);
    const call = callAt(request.path);
    watchRequest(resources.metrics, request, response, call, () =>
      withDeadline(REQUEST_MS, () => requestScope.run({ requestId, log: request.log, call }, next)),
    );
  });
  app.use(securityHeaders(env));
  app.use(compressed);

  let leaving = false;
  // by 404 proxies such as HAProxy know one that takes nobody new, and leave who is there in peace
  app.get('/healthz', (_request, response) => {
    response.status(leaving ? 404 : 200).json({ status: leaving ? 'leaving' : 'ok' });
  });
  app.get('/readyz', async (_request, response) => {
    if (leaving) return void response.status(503).json({ status: 'leaving' });
    const { ok } = await withDeadline(READY_MS, () => resources.orm.checkConnection());
    response.status(ok ? 200 : 503).json({ status: ok ? 'ready' : 'unavailable' });
  });

  const server = createServer(CONNECTIONS, app);
  const schema = createSchema();
  const apollo = createApollo(resources, schema, server);
  await apollo.start();
  const { orm, databaseUrl, replica, metrics } = resources;
  const hubs = new Hubs({ orm, log, databaseUrl, metrics, onConcern: (people) => replica?.concern(people) });
  await hubs.start();
  const sockets = createSocketServer(resources, schema, server, hubs);

  app.use(['/graphql', '/api'], cors(env));
  app.use(graphiqlPage(env));
  app.use(['/graphql', '/api'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  const contextOf: ContextOf = (request, response) => createContext(resources, request, response);
  app.use('/graphql', graphqlOver(apollo, contextOf));
  app.use('/api', docsPages(openApiDocument(env.brandName, routes, schema), env.publicUrl));
  app.use('/api', createRestRouter(contextOf, schema));
  app.use('/avatars', avatars(resources));
  app.use(clientPages(env, undefined, () => readSignUp(resources)));
  app.use(renderError);

  return {
    server,
    leave: (ms) => {
      leaving = true;
      return sockets.leave(ms);
    },
    close: async () => {
      // sockets are told at once: their clients come back to another process, or to this one's successor. Meanwhile
      // nobody new is let in, and what was asked before is finished.
      await Promise.all([sockets.close(), apollo.stop()]);
      await hubs.close();
      await resources.wakeUps.settle();
    },
  };
}
