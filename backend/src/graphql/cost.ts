import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { LIMITS } from '../../contract/limits.js';
import { badRequest } from '../kernel/errors.js';

/** A write locks, logs and notifies. */
const MUTATION = 10;
/** The whole schema is a large answer, but costs no statement. */
const INTROSPECTION = 100;
/** A list that is not paged is short. */
const UNPAGED_LIST = 10;

/** How many rows a connection may answer; what is beyond the limits is refused by the field itself. */
function rowsOf(first: unknown): number {
  if (typeof first !== 'number') return LIMITS.pageDefault;
  return Math.min(Math.max(first, 1), LIMITS.pageMax);
}

/** Objects count 1, their plain fields nothing, a list as often as it may have rows. */
const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (field.name === '__schema' || field.name === '__type') return INTROSPECTION;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || type.name.startsWith('__') || named.name === 'PageInfo') return 0;
  // `nodes` and `edges` have as many rows as their connection was asked for, which has multiplied them
  if (named.name.endsWith('Connection')) return 1 + rowsOf(args['first']) * childComplexity;
  if (type.name.endsWith('Connection')) return 1 + childComplexity;
  const one = (type.name === 'Mutation' ? MUTATION : 1) + childComplexity;
  return isListType(getNullableType(field.type)) ? UNPAGED_LIST * one : one;
};

export interface Asked {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** Costs that were worked out once, by document: clients send the same few, and a board's takes half a millisecond. */
interface Known {
  /** The variables that decide: page sizes, and what is skipped or included. */
  deciding: string[];
  costs: Map<string, number>;
}
const known = new WeakMap<DocumentNode, Known>();
const COSTS_A_DOCUMENT = 100;

function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  const collect = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  visit(document, {
    Argument: (argument) => void (argument.name.value === 'first' && visit(argument, collect)),
    Directive: (directive) => void visit(directive, collect),
  });
  return [...names].sort();
}

function knownOf(document: DocumentNode): Known {
  let found = known.get(document);
  if (!found) known.set(document, (found = { deciding: decidingVariables(document), costs: new Map() }));
  return found;
}

/**
 * What a valid request costs at most. Undefined when its variables do not fit: then it never runs, and the executor
 * says so in its own words. BAD_REQUEST when it cannot be told.
 */
export function costOf(schema: GraphQLSchema, { document, operationName, variables }: Asked): number | undefined {
  const given = variables ?? {};
  const { deciding, costs } = knownOf(document);
  const key = JSON.stringify([operationName ?? null, ...deciding.map((name) => given[name])]);
  const before = costs.get(key);
  if (before !== undefined) return before;
  try {
    const cost = getComplexity({
      schema,
      query: document,
      variables: given,
      estimators: [estimate],
      ...(operationName != null && { operationName }),
    });
    if (costs.size >= COSTS_A_DOCUMENT) costs.clear();
    costs.set(key, cost);
    return cost;
  } catch (error) {
    const operation = getOperationAST(document, operationName);
    const fitting = operation && !getVariableValues(schema, operation.variableDefinitions ?? [], given).errors;
    if (!fitting) return undefined;
    throw error instanceof GraphQLError ? badRequest(error.message) : error;
  }
}
