import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { readBody } from '../../auth/readBody.js';
import { requireActive, type Context } from '../../request/context.js';
import { AppError, badRequest, notFound } from '../../platform/lib/errors.js';
import { requireJson } from '../../platform/http/jsonType.js';
import type { NextPage } from '../../request/page.js';
import { POSITION_HEADER } from '../../platform/database/position.js';
import { requireUse } from '../../request/program.js';
import { limitCost } from '../../request/rates.js';
import { markReadOnly, requestScope } from '../../platform/database/requestScope.js';
import { deprecationHeaders } from './deprecation.js';
import { sendTagged, tagOf } from './entityTags.js';
import { FileAnswer, readOne, PageAnswer, type RestRequest } from '../../request/restRow.js';
import {
  addressOf,
  costOfCall,
  findGraphQLField,
  representationOf,
  requireKnown,
  type Route,
  wantsTotal,
} from './route.js';
import { routes } from './routes.js';
import { inFilter, replaceTaskKeys, taskInputsOf } from '../../tasks/taskKeys.js';
import { streamedBody } from './streamedBody.js';
import { preconditionOf } from './versioned.js';

export type ContextOf = (request: Request, response: Response) => Promise<Context>;

/**
 * Returns `Link: <…>; rel="next"` (RFC 8288), or "prev" if the page was read from the end: the same request for the
 * rows after this page.
 */
function linkTo(request: Request, nextPage: NextPage): string {
  // The query begins after the first question mark; its values can have more of them.
  const params = new URLSearchParams(request.originalUrl.replace(/^[^?]*/, ''));
  for (const [name, cursor] of Object.entries(nextPage)) params.set(name, cursor);
  return `<${request.baseUrl}${request.path}?${params.toString()}>; rel="${'after' in nextPage ? 'next' : 'prev'}"`;
}

/** Reads a body as bytes, whatever its media type. */
const uploadOf =
  ({ upload }: Route, request: Request, response: Response): RestRequest['upload'] =>
  () =>
    new Promise((resolve, reject) => {
      const read = express.raw({ limit: upload?.bytes ?? 0, type: () => true, inflate: false });
      read(request, response, (error?: unknown) => {
        if (error) reject(error);
        // undefined if there is no body
        else resolve((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      });
    });

/** Answers 405 with the allowed methods for a known path (RFC 9110, 15.5.6), and OPTIONS with the same list. */
export function otherMethods(methods: readonly string[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return ({ method }, response) => {
    response.set('Allow', allowed);
    if (method !== 'OPTIONS') throw new AppError('METHOD_NOT_ALLOWED', `This takes ${allowed}`);
    response.status(204).end();
  };
}

/** A client that reads nothing for this time has disconnected, even if its connection is still open. */
const STALLED_MS = 60_000;

/**
 * Sends a file as fast as the client reads it. A failure closes the connection, and the client sees by the length that
 * the file is incomplete.
 */
async function sendFile(request: Request, response: Response, { file }: FileAnswer): Promise<void> {
  response.set({
    'Content-Type': file.type,
    'Content-Length': String(file.bytes),
    'Content-Disposition': `attachment; filename="${file.name}"`,
  });
  if (request.method === 'HEAD') return void response.end();
  response.setTimeout(STALLED_MS, () => response.destroy());
  await pipeline(Readable.from(file.parts, { objectMode: false }), response).catch((error: unknown) => {
    request.log.info({ err: error }, 'a file was not sent to its end');
    response.destroy();
  });
}

/** Formats the change sets of a write as `POST /undo` takes them: `project=revision, …`. */
function revisionsHeader(changeSets: Context['changeSets']): string {
  return changeSets.map(({ projectId, revision }) => `${projectId}=${revision}`).join(', ');
}

/** Replaces keys of tasks by ids: in the path, in the filter of the query and in the body. */
async function acceptTaskKeys(ctx: Context, { path, graphqlField }: Route, asked: RestRequest): Promise<void> {
  const names = graphqlField === null ? [] : taskInputsOf(graphqlField);
  const inPath = path.startsWith('/tasks/:id') ? ['id', ...names] : names;
  asked.params = await replaceTaskKeys(ctx, asked.params, inPath, readOne(asked.query, 'projectId'));
  asked.query = await replaceTaskKeys(ctx, asked.query, inFilter(names));
  const { body } = asked;
  if (typeof body === 'object' && body !== null) asked.body = await replaceTaskKeys(ctx, body, names);
}

const hasId = (value: unknown): value is { id: string } => typeof value === 'object' && value !== null && 'id' in value;

/** Returns the id of a created object: the answer, or its part beside a secret that is answered only once. */
const getCreatedId = (data: unknown): string =>
  [data, ...Object.values(data as Record<string, unknown>)].find(hasId)?.id ?? '';

/** Serves one row: authenticates, reads the input, calls the service and sends the answer. */
function serve(route: Route, contextOf: ContextOf, graphql: GraphQLSchema): RequestHandler {
  const reason = findGraphQLField(route, graphql)?.deprecationReason;
  const headers = reason == null ? {} : deprecationHeaders(reason);
  const isTagged = representationOf(route, routes) !== undefined;
  const address = addressOf(route, routes)?.path;
  const operation = `${route.method.toUpperCase()} /api${route.path}`;
  return async (request: Request, response: Response) => {
    const call = requestScope.getStore()?.call;
    if (call) call.operation = operation;
    response.set(headers);
    const ctx = await contextOf(request, response);
    if (!route.public) requireActive(ctx, { allowPendingDeletion: route.allowPendingDeletion === true });
    await limitCost(ctx, costOfCall(route, request.query));
    requireKnown(route, request.query);
    requireUse(ctx, route.graphqlField ?? route.operationId ?? '', route.program);
    if (route.body) requireJson(request, response);
    // a file is read by its row
    if (!route.upload) await readBody(ctx, request);
    const given: unknown = request.body;
    // no body counts as an empty one, but `null` does not
    if (route.body && given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
      throw badRequest('The body must be a JSON object');
    const body = given ?? {};
    // as by GraphQL
    if (route.method === 'get' && route.program.use === 'read') markReadOnly();
    const asked: RestRequest = {
      params: request.params as Record<string, string>,
      query: request.query,
      body,
      upload: uploadOf(route, request, response),
      stream: streamedBody(request),
    };
    await acceptTaskKeys(ctx, route, asked);
    const total = wantsTotal(route, request.query);
    const ifMatch = route.method === 'get' ? undefined : request.get('If-Match');
    const precondition = ifMatch === undefined ? undefined : preconditionOf(route, ctx, asked, ifMatch);
    const answer = await route.run(precondition ? { ...ctx, precondition } : ctx, asked);
    if (answer instanceof FileAnswer) return sendFile(request, response, answer);
    const { data, nextPage } = answer instanceof PageAnswer ? answer : { data: answer, nextPage: null };
    if (total && answer instanceof PageAnswer) response.set('X-Total-Count', String(await answer.total()));
    if (nextPage) response.set('Link', linkTo(request, nextPage));
    const position = await ctx.resources.replica?.afterRequest();
    if (position !== undefined) response.set(POSITION_HEADER, position);
    if (ctx.changeSets.length > 0) response.set('Revisions', revisionsHeader(ctx.changeSets));
    if (address) response.location(`${request.baseUrl}${address.replace(':id', getCreatedId(data))}`);
    if (route.status === 204) response.status(204).end();
    else if (isTagged) {
      const text = JSON.stringify({ data });
      const tag = tagOf(text, (data as { version?: unknown }).version);
      sendTagged(request, response.status(route.status).type('json'), text, tag);
    } else response.status(route.status).json({ data });
  };
}

/** Creates the router from the route table. The GraphQL schema says which calls are deprecated. */
export function createRestRouter(contextOf: ContextOf, graphql: GraphQLSchema): Router {
  const router = Router();
  for (const route of routes) router[route.method](route.path, serve(route, contextOf, graphql));
  const byPath = Map.groupBy(routes, ({ path }) => path);
  for (const [path, rows] of byPath) router.all(path, otherMethods(rows.map(({ method }) => method.toUpperCase())));
  router.use(() => {
    throw notFound('Route');
  });
  return router;
}
