import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Context } from '../kernel/context.js';
import { POSITION_HEADER } from '../kernel/position.js';
import type { Replica } from '../kernel/replica.js';
import { onlyReads } from '../kernel/requestScope.js';
import { programUseOf } from './programs.js';

/** Does it read nothing but what programs may? What is closed to them (sign-ins, tokens, the account) only the primary tells. */
const readsOnly = ({ operation, selectionSet }: OperationDefinitionNode): boolean =>
  operation === OperationTypeNode.QUERY &&
  selectionSet.selections.every((node) => node.kind === Kind.FIELD && programUseOf(node.name.value).use === 'read');

/** Lets a replica answer queries, and tells where the database is by then. */
export const positionPlugin = (replica: Replica): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation }) => {
      if (operation && readsOnly(operation)) onlyReads();
    },
    willSendResponse: async ({ response }) => {
      const position = await replica.afterRequest();
      if (position !== undefined) response.http.headers.set(POSITION_HEADER.toLowerCase(), position);
    },
  }),
});
