import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  visit,
} from 'graphql';
import { type ComplexityEstimator, type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';
import { LIMITS } from '../../contract/limits.js';
import { COST, isSearch, rowsOf } from '../kernel/cost.js';
import { badRequest } from '../kernel/errors.js';
import { refuseUnfit } from './variables.js';

/** The schema costs no statement, but a large answer holds everybody up: its types together, one of them, and a list within a list. */
const SCHEMA = { types: 100, type: 5, inner: 3 };
/** A list that is not paged is short. */
const UNPAGED_LIST = 10;
/** Root fields that are worked out of all that there is. */
const FIGURES: Readonly<Record<string, number>> = {
  dashboardStats: COST.figures,
  taskGroups: COST.figures,
  sinceLastVisit: COST.figures,
  analytics: COST.analytics,
};
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

type Filter = { search?: unknown; tag?: unknown } | null | undefined;
const isFiltered = (filter: unknown): boolean => isSearch((filter as Filter)?.search);
/** A tag is looked for in all tasks, as a search is. */
const isTagged = (filter: unknown): boolean => isSearch((filter as Filter)?.tag);

/** What it costs to count the rows of a list that a filter lets through; the list is named by `Type.field`. */
export const countCost = (connection: string, filter: unknown): number =>
  Math.max(
    COUNTS[connection] ?? COUNTS[connection.split('.').at(-1) ?? ''] ?? 1,
    isFiltered(filter) || isTagged(filter) ? COST.search : 0,
  );

/** A connection: its rows, as often as it may have them, what finding them takes, and each of its counts. */
function connectionCost([type, name]: [string, string], args: Record<string, unknown>, inside: number): number {
  const objects = Math.floor(inside);
  const counts = (inside - objects) / A_COUNT;
  const search = isFiltered(args['filter']) ? COST.search : 0;
  const rows = rowsOf(args['first'] ?? args['last'], LIMITS.pageDefault);
  return 1 + search + rows * objects + counts * countCost(`${type}.${name}`, args['filter']);
}

/** How many objects a list that is not paged may have: as many as are named, or few. */
const unpagedRows = ({ ids }: Record<string, unknown>): number => (Array.isArray(ids) ? ids.length : UNPAGED_LIST);

/** What is told of the schema: as often as it is asked for under other names, too. */
function schemaCost({ type, field, childComplexity }: ComplexityEstimatorArgs): number {
  if (field.name === '__type') return SCHEMA.type * (1 + childComplexity);
  if (field.name === '__schema' || !isListType(getNullableType(field.type))) return childComplexity;
  return type.name === '__Schema' ? SCHEMA.types * (1 + childComplexity) : 1 + SCHEMA.inner * childComplexity;
}

/** Objects count 1, their plain fields nothing, a list as often as it may have rows. */
const estimate: ComplexityEstimator = (asked) => {
  const { type, field, args, childComplexity } = asked;
  if (type.name.startsWith('__') || field.name === '__schema' || field.name === '__type') return schemaCost(asked);
  if (type.name.endsWith('Connection') && field.name === 'totalCount') return A_COUNT;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || named.name === 'PageInfo') return 0;
  // `nodes` and `edges` have as many rows as their connection was asked for, which has multiplied them
  if (named.name.endsWith('Connection')) return connectionCost([type.name, field.name], args, childComplexity);
  if (type.name.endsWith('Connection')) return 1 + childComplexity;
  const figures = FIGURES[field.name];
  if (figures !== undefined) return figures;
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

/** What a valid request costs at most. Throws a GraphQLError where its variables do not fit, BAD_REQUEST where the cost cannot be told. */
export function costOf(schema: GraphQLSchema, asked: Asked): number {
  const { document, operationName, variables } = asked;
  const given = variables ?? {};
  const operation = getOperationAST(document, operationName);
  if (operation) refuseUnfit(schema, operation, given);
  const { deciding, naming, filtering, costs } = knownOf(document);
  const searches = filtering.map((name) => [isSearch(given[name]) || isFiltered(given[name]), isTagged(given[name])]);
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
    throw error instanceof GraphQLError ? badRequest(error.message) : error;
  }
}
