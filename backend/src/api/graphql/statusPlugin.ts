import type { ApolloServerPlugin, GraphQLResponse, HeaderMap } from '@apollo/server';
import type { Context } from '../../request/context.js';

/** Returns whether the client accepts JSON but not GraphQL's own media type. */
function asksForPlainJson(headers: HeaderMap | undefined): boolean {
  const types = (headers?.get('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes('application/graphql-response+json');
}

/** Returns the longest wait of all errors, in seconds. */
function retryAfterOf(body: GraphQLResponse['body']): number {
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
  return Math.max(0, ...errors.map(({ extensions }) => Number(extensions?.['retryAfter'] ?? 0)));
}

/**
 * Sets the status by GraphQL over HTTP: a client that asks for `application/json` gets 200 even if its document is refused, all
 * others get the 400 that REST would return. Also sets `Retry-After`.
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
