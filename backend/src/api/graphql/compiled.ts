import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  getVariableValues,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../request/context.js';

/** Requests of an operation before it is compiled, and how many compiled operations are kept. */
const COMPILE_AFTER = 5;
const MAX_COMPILED = 200;
/** An operation that selects more fields is not compiled, because compile time grows with them. */
const MAX_FIELDS = 500;

type Variables = Record<string, unknown>;
/** Returns no `data` if nothing was executed. */
type Run = (root: object, context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** Counts selected fields. Nested fragments can double the count at each level, so each fragment is traversed once. */
function countFields(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const known = new Map<string, number>();
  const countIn = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + countOf(node.name.value);
      return sum + (node.kind === Kind.FIELD ? 1 : 0) + (node.selectionSet ? countIn(node.selectionSet) : 0);
    }, 0);
  const countOf = (name: string): number => {
    const fragment = fragments.get(name);
    const count = known.get(name) ?? (fragment ? countIn(fragment.selectionSet) : 0);
    known.set(name, count);
    return count;
  };
  return countIn(operation.selectionSet);
}

/** Compiles and caches operations. Apollo caches documents, so operations are compared by identity. */
function compiler(schema: GraphQLSchema) {
  const asked = new WeakMap<OperationDefinitionNode, number>();
  /** `undefined` for operations that cannot be compiled. */
  const compiled = new Map<OperationDefinitionNode, Run | undefined>();

  return (document: DocumentNode, operation: OperationDefinitionNode): Run | undefined => {
    if (compiled.has(operation)) return compiled.get(operation);
    const times = (asked.get(operation) ?? 0) + 1;
    asked.set(operation, times);
    if (times < COMPILE_AFTER) return undefined;
    const [oldest] = compiled.keys();
    if (oldest && compiled.size >= MAX_COMPILED) {
      compiled.delete(oldest);
      asked.delete(oldest);
    }
    const query =
      countFields(document, operation) <= MAX_FIELDS
        ? compileQuery(schema, document, operation.name?.value)
        : undefined;
    const run = query && isCompiledQuery(query) ? (query.query as Run) : undefined;
    compiled.set(operation, run);
    return run;
  };
}

/**
 * Runs frequent queries as compiled code (graphql-jit), which does not traverse the document again for each row. Invalid
 * variables are left to graphql-js, which reports them. Errors are formatted here, because Apollo formats only those of
 * queries that it runs itself.
 */
export function compiledPlugin(
  schema: GraphQLSchema,
  format: (error: GraphQLError) => GraphQLFormattedError,
): ApolloServerPlugin<Context> {
  const runOf = compiler(schema);
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, request, contextValue, response }) => {
        // Also applies if the document has no operation of that name.
        if (operation?.operation !== OperationTypeNode.QUERY) return null;
        const run = runOf(document, operation);
        const variables: Variables = request.variables ?? {};
        if (!run || getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return null;
        const { data, errors } = await run({}, contextValue, variables);
        if (data === undefined) return null;
        const singleResult = errors ? { errors: errors.map(format), data } : { data };
        return { http: response.http, body: { kind: 'single', singleResult } };
      },
    }),
  };
}
