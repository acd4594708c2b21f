import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  getVariableValues,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../kernel/context.js';

/** How often an operation is asked for before it is worth compiling, and how many are kept compiled. */
const WORTH_COMPILING = 5;
const AT_MOST = 200;

type Variables = Record<string, unknown>;
/** Answers without `data` where it has not run anything. */
type Run = (root: object, context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** The compiled queries of a schema, by operation: the documents are those that Apollo keeps. */
function compiler(schema: GraphQLSchema) {
  const asked = new WeakMap<OperationDefinitionNode, number>();
  /** Undefined for what cannot be compiled. */
  const compiled = new Map<OperationDefinitionNode, Run | undefined>();

  return (document: DocumentNode, operation: OperationDefinitionNode): Run | undefined => {
    if (compiled.has(operation)) return compiled.get(operation);
    const times = (asked.get(operation) ?? 0) + 1;
    asked.set(operation, times);
    if (times < WORTH_COMPILING) return undefined;
    const [oldest] = compiled.keys();
    if (oldest && compiled.size >= AT_MOST) {
      compiled.delete(oldest);
      asked.delete(oldest);
    }
    const query = compileQuery(schema, document, operation.name?.value);
    const run = isCompiledQuery(query) ? (query.query as Run) : undefined;
    compiled.set(operation, run);
    return run;
  };
}

/**
 * Runs queries that come again and again as compiled code (graphql-jit), which answers the same and takes half of what
 * graphql-js takes to go through a document anew. Variables that do not fit are left to graphql-js, which says so. Apollo
 * formats no errors of what it has not run, so they are formatted here.
 */
export function compiledPlugin(
  schema: GraphQLSchema,
  format: (error: GraphQLError) => GraphQLFormattedError,
): ApolloServerPlugin<Context> {
  const runOf = compiler(schema);
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, request, contextValue, response }) => {
        // without an operation of that name, too
        if (operation?.operation !== 'query') return null;
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
