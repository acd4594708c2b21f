import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  getDirectiveValues,
  type GraphQLSchema,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { isPublic } from '../../platform/graphql/public.js';
import type { Context } from '../../request/context.js';
import { badRequest } from '../../platform/lib/errors.js';
import { withStatus } from './costPlugin.js';
import { resolveVariables, type Variables } from './variables.js';

/** Returns the response keys of the mutations that have no `mutationId` of their own. */
function findUnkeyedMutations(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Set<string> {
  const writes = schema.getMutationType()?.getFields() ?? {};
  const found = new Set<string>();
  const fragments = new Set<string>();
  const look = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false) continue;
      if (node.kind === Kind.INLINE_FRAGMENT) look(node.selectionSet);
      else if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (fragments.has(node.name.value)) continue;
        fragments.add(node.name.value);
        for (const it of document.definitions) {
          if (it.kind === Kind.FRAGMENT_DEFINITION && it.name.value === node.name.value) look(it.selectionSet);
        }
      } else {
        const write = writes[node.name.value];
        if (!write || isPublic(write)) continue;
        const input = node.arguments?.find(({ name }) => name.value === 'input');
        const value =
          input && (valueFromASTUntyped(input.value, variables) as { mutationId?: unknown } | null | undefined);
        if (value?.mutationId == null) found.add((node.alias ?? node.name).value);
      }
    }
  };
  look(operation.selectionSet);
  return found;
}

/**
 * The header `Idempotency-Key` is the key of one write. Refuses a document with several writes without `mutationId`, because
 * the second would be taken for a repeat of the first.
 */
export const keyPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ schema, operation, document, request, contextValue }) => {
      if (contextValue.idempotencyKey === undefined || operation?.operation !== OperationTypeNode.MUTATION) return;
      const unnamed = findUnkeyedMutations(
        schema,
        document,
        operation,
        resolveVariables(operation, request.variables ?? {}),
      );
      if (unnamed.size < 2) return;
      const message =
        `The Idempotency-Key header can name one write, and this document has ${unnamed.size} without a mutationId: ` +
        'give each a mutationId in its input';
      throw withStatus(badRequest(message));
    },
  }),
};
