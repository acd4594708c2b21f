import type { ApolloServerPlugin, GraphQLResponse, HeaderMap } from '@apollo/server';
import type { Context } from '../kernel/context.js';

/** Names JSON and not GraphQL's own media type, whose clients alone read a status. */
function asksForPlainJson(headers: HeaderMap | undefined): boolean {
  const types = (headers?.get('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes('application/graphql-response+json');
}

/** How long to wait before all that was refused can be had, in seconds. */
function retryAfterOf(body: GraphQLResponse['body']): number {
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
  return Math.max(0, ...errors.map(({ extensions }) => Number(extensions?.['retryAfter'] ?? 0)));
}

/**
 * GraphQL over HTTP: to a client that asks for `application/json` a status tells what became of the HTTP request, and one
 * whose document is refused went well. Everybody else, with no preference too, gets the 400 that REST would answer. A
 * wait that errors speak of stands in `Retry-After` too.
 */
export const statusPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async ({ request }) => ({
    willSendResponse: async ({ response }) => {
      const retryAfter = retryAfterOf(response.body);
      if (retryAfter > 0) response.http.headers.set('retry-after', String(retryAfter));
      if (response.http.status === 400 && asksForPlainJson(request.http?.headers)) response.http.status = 200;
    },
  }),
};
