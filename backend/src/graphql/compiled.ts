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
import type { Context } from '../kernel/context.js';

/** How often an operation is asked for before it is worth compiling, and how many are kept compiled. */
const WORTH_COMPILING = 5;
const AT_MOST = 200;
/** How many fields an operation may have, each where it is selected: compiling takes as long as there are many. */
const FIELDS_AT_MOST = 500;

type Variables = Record<string, unknown>;
/** Answers without `data` where it has not run anything. */
type Run = (root: object, context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** The fields of an operation. Fragments in fragments may double them with each line, so what is in one is counted once. */
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

/** The compiled queries of a schema, by operation: the documents are those that Apollo keeps. */
function compiler(schema: GraphQLSchema) {
  const asked = new WeakMap<OperationDefinitionNode, number>();
  /** Undefined for what is not compiled. */
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
    const query =
      countFields(document, operation) <= FIELDS_AT_MOST
        ? compileQuery(schema, document, operation.name?.value)
        : undefined;
    const run = query && isCompiledQuery(query) ? (query.query as Run) : undefined;
    compiled.set(operation, run);
    return run;
  };
}

/**
 * Runs queries that come again and again as compiled code (graphql-jit), which answers the same without going
 * through the document anew for each row. Variables that do not fit are left to graphql-js, which says so. Apollo
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
