import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { pinoHttp } from 'pino-http';
import { readAcceptLanguage } from '../contract/languages.js';
import { authenticate, bearerToken } from './auth/authenticate.js';
import { readBody } from './auth/readBody.js';
import { UNSEEN_HEADER } from './auth/visits.js';
import { hashDevice } from './auth/device.js';
import { avatars } from './api/avatars.js';
import { files } from './api/files.js';
import { calendars } from './api/calendars.js';
import { mcp, MCP_PATH } from './api/mcp.js';
import { compress } from './platform/http/compress.js';
import { cors } from './platform/http/cors.js';
import { refuseWithoutBudget } from './api/graphql/costPlugin.js';
import { createApollo } from './api/graphql/server.js';
import { createSchema } from './api/graphql/schema.js';
import { createSocketServer } from './api/graphql/socketServer.js';
import { type Context, newContext, type Resources } from './request/context.js';
import { REQUEST_MS, withDeadline } from './platform/lib/deadline.js';
import { abortOnDisconnect } from './platform/http/abortOnDisconnect.js';
import { addressKey } from './platform/http/address.js';
import { FILES_PATH, loggedUrl } from './platform/http/loggedUrl.js';
import { labelPath } from './platform/telemetry/requestLabel.js';
import { requireJson } from './platform/http/jsonType.js';
import { ATTACHMENTS } from '../contract/limits.js';
import type { Caller } from './request/rates.js';
import { parsePosition, POSITION_HEADER } from './platform/database/position.js';
import { requestScope } from './platform/database/requestScope.js';
import { bodyDeadline } from './platform/http/bodyDeadline.js';
import { securityHeaders } from './platform/http/securityHeaders.js';
import { Hubs } from './feed/hubs.js';
import { rateHeaders } from './api/rateHeaders.js';
import { docsPages } from './api/rest/docsPage.js';
import { renderError } from './api/rest/errors.js';
import { openApiDocument } from './api/rest/openapi.js';
import { type ContextOf, createRestRouter, otherMethods } from './api/rest/router.js';
import { isStreamed, routes } from './api/rest/routes.js';
import { watchRequest } from './api/requestTelemetry.js';
import { readSignUp } from './accounts/registration.service.js';
import { clientPages, graphiqlPage, sharedPages } from './api/web.js';

/** A server that is ready to listen. */
export interface App {
  server: Server;
  /** Reports not ready but keeps serving, while its sockets are closed one by one over this time. */
  leave: (ms: number) => Promise<void>;
  /** Finishes running requests, refuses new ones, and releases what the app itself has opened. */
  close: () => Promise<void>;
}

/** A proxy or a container's health check waits about 5 s for readiness. */
const READY_MS = 4_000;

/**
 * Limits for connections. Idle ones are kept a little longer than proxies keep theirs (60 s), so that a proxy never uses one
 * that is being closed. `requestTimeout` is for files; other bodies have `BODY_MS`.
 */
const CONNECTIONS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 30_000,
  requestTimeout: ATTACHMENTS.uploadMs,
  connectionsCheckingInterval: 5_000,
};

const BODY_MS = 50_000;

const getRequestId = (request: Request): string => request.id as string;

async function createContext(resources: Resources, request: Request, response: Response): Promise<Context> {
  const em = resources.orm.em.fork();
  const requestId = getRequestId(request);
  const abandoned = abortOnDisconnect(response);
  const caller: Caller = {
    // TRUST_PROXY decides which address of X-Forwarded-For is used
    address: addressKey(request.ip),
    device: hashDevice(request.get('X-Device')),
    abandoned,
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
      abandoned,
      callerPosition: scope.hasRecordedVisit ? undefined : parsePosition(request.get(POSITION_HEADER)),
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
    language: readAcceptLanguage(request.headers['accept-language']),
    caller,
    idempotencyKey: request.get('Idempotency-Key'),
  });
}

/** GraphQL over HTTP. Requests refused before execution get the same status as in REST (api/rest/errors.ts). */
function graphqlHandlers(apollo: ApolloServer<Context>, contextOf: ContextOf): RequestHandler[] {
  const contexts = new WeakMap<Request, Context>();
  const prepare: RequestHandler = async (request, response, next) => {
    requireJson(request, response);
    const ctx = await contextOf(request, response);
    await refuseWithoutBudget(ctx);
    await readBody(ctx, request);
    contexts.set(request, ctx);
    next();
  };
  return [prepare, expressMiddleware(apollo, { context: async ({ req }) => contexts.get(req) as Context })];
}

export async function createApp(resources: Resources): Promise<App> {
  const { env, log } = resources;
  const app = express();
  app.disable('x-powered-by');
  // API responses are never stored and pages differ by their nonce, so hashing them is useless
  app.disable('etag');
  app.set('trust proxy', env.trustProxy ?? false);
  app.set('query parser', 'simple');

  app.use(
    pinoHttp({
      logger: log,
      // random ids, because no order is needed and Node.js generates them in batches
      genReqId: () => randomUUID(),
      // databaseErrors.ts logs the reason for 503s, at most once per interval
      customLogLevel: (_request, { statusCode }, error) =>
        statusCode !== 503 && (error || statusCode >= 500) ? 'error' : 'debug',
      serializers: {
        req: (request: { id: unknown; method: unknown; url: unknown }) => ({
          id: request.id,
          method: request.method,
          url: loggedUrl(String(request.url)),
        }),
        res: (response: { statusCode: unknown }) => ({ statusCode: response.statusCode }),
      },
    }),
  );
  app.use((request, response, next) => {
    const requestId = getRequestId(request);
    response.set('X-Request-Id', requestId);
    const call = labelPath(request.path);
    watchRequest(resources.metrics, request, response, call, () =>
      withDeadline(REQUEST_MS, () => requestScope.run({ requestId, log: request.log, call }, next)),
    );
  });
  app.use(bodyDeadline(BODY_MS, isStreamed));
  app.use(securityHeaders(env));
  app.use(compress);

  let leaving = false;
  // on 404, proxies such as HAProxy send no new clients but keep existing ones
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
  const hubs = new Hubs({
    orm,
    log,
    databaseUrl,
    now: resources.now,
    metrics,
    onPeopleAffected: (people) => replica?.recordChangeFor(people),
  });
  await hubs.start();
  const sockets = createSocketServer(resources, schema, server, hubs);

  app.use(['/graphql', '/api', FILES_PATH, MCP_PATH], cors(env));
  app.options('/graphql', otherMethods(['GET', 'POST']));
  app.use(graphiqlPage(env));
  app.use(['/graphql', '/api'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  const contextOf: ContextOf = (request, response) => createContext(resources, request, response);
  app.use('/graphql', graphqlHandlers(apollo, contextOf));
  app.use(
    '/api',
    docsPages(() => openApiDocument(env.brandName, routes, schema), env.publicUrl),
  );
  app.use('/api', createRestRouter(contextOf, schema));
  app.use('/avatars', avatars(resources));
  app.use(FILES_PATH, files(resources, contextOf));
  app.use(calendars(resources));
  app.use(MCP_PATH, mcp(resources, contextOf));
  app.use(sharedPages(env));
  app.use(clientPages(env, undefined, () => readSignUp(resources)));
  app.use(renderError);

  return {
    server,
    leave: (ms) => {
      leaving = true;
      return sockets.leave(ms);
    },
    close: async () => {
      // Sockets are closed immediately: their clients reconnect to another process or to the successor. New requests are
      // refused, and running ones finish.
      await Promise.all([sockets.close(), apollo.stop()]);
      await hubs.close();
      await resources.wakeUps.settle();
    },
  };
}
