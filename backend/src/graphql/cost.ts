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
import { COST, isSearch, rowsOf } from '../kernel/cost.js';
import { badRequest } from '../kernel/errors.js';

/** The whole schema is a large answer, but costs no statement. */
const INTROSPECTION = 100;
/** A list that is not paged is short. */
const UNPAGED_LIST = 10;
/** Root fields that are worked out of all that there is. */
const FIGURES: ReadonlySet<string> = new Set(['dashboardStats', 'taskGroups']);
/** What it costs to count a list that may be long; others are short, or have an index of their own. */
const COUNTS: Record<string, number> = {
  tasks: 25,
  activity: 500,
  changes: 500,
  notifications: 10,
  projects: 10,
  'Project.comments': 25,
};
/** How a count is told to its connection, which alone knows what it takes: as a fraction, which no object costs. */
const A_COUNT = 1 / 4096;

const isFiltered = (filter: unknown): boolean => isSearch((filter as { search?: unknown } | null | undefined)?.search);

/** A connection: its rows, as often as it may have them, what finding them takes, and each of its counts. */
function connectionCost([type, name]: [string, string], args: Record<string, unknown>, inside: number): number {
  const objects = Math.floor(inside);
  const counts = (inside - objects) / A_COUNT;
  const search = isFiltered(args['filter']) ? COST.search : 0;
  const rows = rowsOf(args['first'] ?? args['last'], LIMITS.pageDefault);
  return 1 + search + rows * objects + counts * Math.max(COUNTS[`${type}.${name}`] ?? COUNTS[name] ?? 1, search);
}

/** How many objects a list that is not paged may have: as many as are named, or few. */
const unpagedRows = ({ ids }: Record<string, unknown>): number => (Array.isArray(ids) ? ids.length : UNPAGED_LIST);

/** Objects count 1, their plain fields nothing, a list as often as it may have rows. */
const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (field.name === '__schema' || field.name === '__type') return INTROSPECTION;
  if (type.name.endsWith('Connection') && field.name === 'totalCount') return A_COUNT;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || type.name.startsWith('__') || named.name === 'PageInfo') return 0;
  // `nodes` and `edges` have as many rows as their connection was asked for, which has multiplied them
  if (named.name.endsWith('Connection')) return connectionCost([type.name, field.name], args, childComplexity);
  if (type.name.endsWith('Connection')) return 1 + childComplexity;
  if (FIGURES.has(field.name)) return COST.figures;
  const one = (type.name === 'Mutation' ? COST.write : 1) + childComplexity;
  return isListType(getNullableType(field.type)) ? unpagedRows(args) * one : one;
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
  /** Those that name objects, of which only matters how many. */
  naming: string[];
  /** Those that filter, of which only matters whether they search. */
  filtering: string[];
  costs: Map<string, number>;
}
const known = new WeakMap<DocumentNode, Known>();
const COSTS_A_DOCUMENT = 100;
/** The arguments that say how many rows a page has. */
const SIZES = ['first', 'last'];

function variablesIn(document: DocumentNode, argument: string): Set<string> {
  const names = new Set<string>();
  const collect = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  visit(document, {
    Argument: (node) => void (node.name.value === argument && visit(node, collect)),
    ...(argument === SIZES[0] && { Directive: (node) => void visit(node, collect) }),
  });
  return names;
}

function knownOf(document: DocumentNode): Known {
  let found = known.get(document);
  if (!found) {
    const of = (...names: string[]) => [...new Set(names.flatMap((name) => [...variablesIn(document, name)]))].sort();
    found = { deciding: of(...SIZES), naming: of('ids'), filtering: of('filter'), costs: new Map() };
    known.set(document, found);
  }
  return found;
}

/**
 * What a valid request costs at most. Undefined when its variables do not fit: then it never runs, and the executor
 * says so in its own words. BAD_REQUEST when it cannot be told.
 */
export function costOf(schema: GraphQLSchema, { document, operationName, variables }: Asked): number | undefined {
  const given = variables ?? {};
  const { deciding, naming, filtering, costs } = knownOf(document);
  const searches = filtering.map((name) => isSearch(given[name]) || isFiltered(given[name]));
  const named = naming.map((name) => (Array.isArray(given[name]) ? given[name].length : 1));
  const key = JSON.stringify([operationName ?? null, searches, named, ...deciding.map((name) => given[name])]);
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
