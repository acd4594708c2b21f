import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Context } from '../kernel/context.js';
import { badRequest } from '../kernel/errors.js';
import { withStatus } from './costPlugin.js';
import { PUBLIC_FIELDS } from './schema.js';

type Variables = Record<string, unknown>;

/** The variables of a request, with the defaults of those that it does not give. */
function variablesOf({ variableDefinitions }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

/** The writes of an operation that no `mutationId` of their own names, by the keys under which they are answered. */
function unnamedWrites(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Set<string> {
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
      } else if (!PUBLIC_FIELDS.has(node.name.value) && !node.name.value.startsWith('__')) {
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
 * The header `Idempotency-Key` names a request, and by it one write. Refuses, before anything runs, a document with several
 * writes that it would name alike: the second would be taken for a repeat of the first.
 */
export const keyPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, document, request, contextValue }) => {
      if (contextValue.idempotencyKey === undefined || operation?.operation !== OperationTypeNode.MUTATION) return;
      const unnamed = unnamedWrites(document, operation, variablesOf(operation, request.variables ?? {}));
      if (unnamed.size < 2) return;
      const message =
        `The Idempotency-Key header can name one write, and this document has ${unnamed.size} without a mutationId: ` +
        'give each a mutationId in its input';
      throw withStatus(badRequest(message));
    },
  }),
};
