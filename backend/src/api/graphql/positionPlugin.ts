import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Context } from '../../request/context.js';
import { POSITION_HEADER } from '../../platform/database/position.js';
import type { Replica } from '../../platform/database/replica.js';
import { markReadOnly } from '../../platform/database/requestScope.js';
import { programUseOf } from './programs.js';

/** Only fields open to API tokens can be read from a replica; sign-ins, tokens and the account need the primary. */
const isReplicaReadable = ({ operation, selectionSet }: OperationDefinitionNode): boolean =>
  operation === OperationTypeNode.QUERY &&
  selectionSet.selections.every((node) => node.kind === Kind.FIELD && programUseOf(node.name.value).use === 'read');

/** Lets a replica answer queries, and reports the position of the database. */
export const positionPlugin = (replica: Replica): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation }) => {
      if (operation && isReplicaReadable(operation)) markReadOnly();
    },
    willSendResponse: async ({ response }) => {
      const position = await replica.afterRequest();
      if (position !== undefined) response.http.headers.set(POSITION_HEADER.toLowerCase(), position);
    },
  }),
});
