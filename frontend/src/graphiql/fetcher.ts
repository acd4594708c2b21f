import { type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import type { ComponentProps } from 'react';
import type { GraphiQL } from 'graphiql';
import { socketUrl } from '../lib/socketUrl';
import { readStored } from '../lib/storage';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];
type Params = Parameters<Fetcher>[0];

/** Sends the token of the person signed in in this browser; a header typed by hand takes precedence. */
function headersOf(typed: Record<string, unknown> = {}): Headers {
  const token = readStored('token');
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  for (const [name, value] of Object.entries(typed)) headers.set(name, String(value));
  return headers;
}

async function send(params: Params, headers: Headers): Promise<ExecutionResult> {
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json, application/json');
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(params) });
  return (await response.json()) as ExecutionResult;
}

/** Subscribes on a separate socket until stopped; reports the server's reason for closing it. */
async function* follow(params: Params, headers: Headers): AsyncGenerator<ExecutionResult> {
  const client = createClient({
    url: socketUrl(),
    connectionParams: Object.fromEntries(headers),
    // GraphiQL shows that a subscription has ended; restarting it silently would repeat all events
    retryAttempts: 0,
  });
  try {
    yield* client.iterate(params) as AsyncIterable<ExecutionResult>;
  } catch (error) {
    throw error instanceof CloseEvent ? new Error(`The socket was closed: ${error.code} ${error.reason}`) : error;
  } finally {
    await client.dispose();
  }
}

/** Sends a typed operation to this server: subscriptions over a WebSocket, all others over HTTP. */
export const fetcher: Fetcher = (params, options) => {
  const headers = headersOf(options?.headers);
  const operation = options?.documentAST && getOperationAST(options.documentAST, params.operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION ? follow(params, headers) : send(params, headers);
};
