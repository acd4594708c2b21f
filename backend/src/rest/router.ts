import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Context, requireViewer } from '../kernel/context.js';
import { AppError, badRequest, notFound } from '../kernel/errors.js';
import { requireUse } from '../kernel/program.js';
import { limitCost } from '../kernel/rates.js';
import { costOfCall, hasAddress, PageAnswer, type Route } from './route.js';
import { routes } from './routes.js';

/** Makes the context of one request. */
type ContextOf = (request: Request, response: Response) => Promise<Context>;

/** `Link: <…>; rel="next"` (RFC 8288): the same request, after the last row of this page. */
function nextLink(request: Request, cursor: string): string {
  const params = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
  params.set('after', cursor);
  return `<${request.baseUrl}${request.path}?${params.toString()}>; rel="next"`;
}

/** A body that is not said to be JSON is not read, and would count as none. */
function requireJson(request: Request): void {
  // null where there is no body; one of no length is none either
  if (request.is('application/json') === false && request.headers['content-length'] !== '0') {
    throw badRequest('The body must be JSON, sent with Content-Type: application/json');
  }
}

/** A path that is served, but not so: 405 with what may be asked of it (RFC 9110, 15.5.6); OPTIONS asks just that. */
function otherMethods(methods: readonly string[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return ({ method }, response) => {
    response.set('Allow', allowed);
    if (method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', `This takes ${allowed}`);
    response.status(204).end();
  };
}

/** Serves one row: who asks, what they ask, the service, the answer. */
function serve(route: Route, contextOf: ContextOf): RequestHandler {
  return async (request: Request, response: Response) => {
    const ctx = await contextOf(request, response);
    if (!route.public) requireViewer(ctx);
    await limitCost(ctx, costOfCall(route, request.query));
    requireUse(ctx, route.twin, route.program);
    if (route.body) requireJson(request);
    const answer = await route.run(ctx, {
      params: request.params as Record<string, string>,
      query: request.query,
      body: (request.body as unknown) ?? {},
    });
    const { data, next } = answer instanceof PageAnswer ? answer : { data: answer, next: null };
    if (next !== null) response.set('Link', nextLink(request, next));
    if (hasAddress(route, routes)) response.location(`${request.baseUrl}${route.path}/${(data as { id: string }).id}`);
    if (route.status === 204) response.status(204).end();
    else response.status(route.status).json({ data });
  };
}

/** The REST interface, from the route table. */
export function createRestRouter(contextOf: ContextOf): Router {
  const router = Router();
  for (const route of routes) router[route.method](route.path, serve(route, contextOf));
  const byPath = Map.groupBy(routes, ({ path }) => path);
  for (const [path, rows] of byPath) router.all(path, otherMethods(rows.map(({ method }) => method.toUpperCase())));
  router.use(() => {
    throw notFound('Route');
  });
  return router;
}
