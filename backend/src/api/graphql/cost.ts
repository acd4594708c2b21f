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
import { LIMITS, SHARE_LINKS } from '../../../contract/limits.js';
import { COST, isSearch, maxRows } from '../../request/cost.js';
import { badRequest } from '../../platform/lib/errors.js';
import { refuseInvalidVariables, resolveVariables, type Variables } from './variables.js';

/** Costs of introspection, which runs no statement but has large responses: all types, one type, and an inner list. */
const SCHEMA = { types: 100, type: 5, inner: 3 };
/** Root fields with a fixed cost beside their search, because their selected fields say nothing about it. */
const FIGURES: Readonly<Record<string, number>> = {
  dashboardStats: COST.figures,
  taskGroups: COST.figures,
  sinceLastVisit: COST.figures,
  analytics: COST.analytics,
  sharedBoard: COST.sharedBoard,
  sharedTasks: SHARE_LINKS.pageOfColumn,
};
/** Costs of counting lists that can be long; others are short or have their own index. */
const COUNTS: Record<string, number> = {
  tasks: 25,
  activity: 500,
  changes: 500,
  notifications: 10,
  projects: 10,
  'Project.comments': 25,
};
/**
 * A connection adds the cost of its counts. The number of selected counts reaches it as a fraction of the cost of its
 * fields, because objects cost whole numbers.
 */
const A_COUNT = 1 / 4096;

type Args = Record<string, unknown>;
type Filter = { search?: unknown; tag?: unknown } | null | undefined;
/** The accounts of a server have their search among the arguments. */
const filterOf = (args: Args): unknown => args['filter'] ?? args;
const isFiltered = (filter: unknown): boolean => isSearch((filter as Filter)?.search);
/** Filtering by `tag` scans all tasks, like a search. A board counts each of its columns by `tags`, so these cost less. */
const isTagged = (filter: unknown): boolean => isSearch((filter as Filter)?.tag);

const searchCost = (args: Args): number => (isFiltered(filterOf(args)) ? COST.search : 0);

/** Returns the cost of counting the matching rows of a list, named `Type.field`. */
export const countCost = (connection: string, filter: unknown): number =>
  Math.max(
    COUNTS[connection] ?? COUNTS[connection.split('.').at(-1) ?? ''] ?? 1,
    isFiltered(filter) || isTagged(filter) ? COST.search : 0,
  );

/** Adds up the cost of a connection: its rows, the search and its counts. */
function connectionCost([type, name]: [string, string], args: Args, inside: number): number {
  const objects = Math.floor(inside);
  const counts = (inside - objects) / A_COUNT;
  const rows = maxRows(args['first'] ?? args['last'], LIMITS.pageDefault);
  return 1 + searchCost(args) + rows * objects + counts * countCost(`${type}.${name}`, filterOf(args));
}

/** Returns the number of given ids, else the assumed length. */
const unpagedRows = ({ ids }: Args): number => (Array.isArray(ids) ? ids.length : COST.unpagedList);

/** Returns the cost of introspection fields, counted for each alias. */
function schemaCost({ type, field, childComplexity }: ComplexityEstimatorArgs): number {
  if (field.name === '__type') return SCHEMA.type * (1 + childComplexity);
  if (field.name === '__schema' || !isListType(getNullableType(field.type))) return childComplexity;
  return type.name === '__Schema' ? SCHEMA.types * (1 + childComplexity) : 1 + SCHEMA.inner * childComplexity;
}

/** Types that cost nothing, because they are columns of the row that contains them. */
const VALUES: ReadonlySet<string> = new Set(['Repeat']);

/** Objects cost 1, scalar fields 0, lists the maximum number of rows times their object. */
const estimate: ComplexityEstimator = (asked) => {
  const { type, field, args, childComplexity } = asked;
  if (type.name.startsWith('__') || field.name === '__schema' || field.name === '__type') return schemaCost(asked);
  if (type.name.endsWith('Connection') && field.name === 'totalCount') return A_COUNT;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || named.name === 'PageInfo' || VALUES.has(named.name)) return 0;
  // The connection multiplies `nodes` and `edges` by its page size.
  if (named.name.endsWith('Connection')) return connectionCost([type.name, field.name], args, childComplexity);
  if (type.name.endsWith('Connection')) return 1 + childComplexity;
  const figures = FIGURES[field.name];
  if (figures !== undefined) return figures + searchCost(args);
  const one = (type.name === 'Mutation' ? COST.write : 1) + childComplexity;
  return isListType(getNullableType(field.type)) ? unpagedRows(args) * one : one;
};

export interface CostInput {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Variables | null | undefined;
}

/** Cached costs of a document: clients send the same few, and a board takes half a millisecond to compute. */
interface Known {
  /** Variables whose value affects the cost: page sizes, `@skip` and `@include`. */
  deciding: string[];
  /** Variables holding id lists; only their length affects the cost. */
  naming: string[];
  /** Variables holding filters, parts of them or searches; only whether there is a search or a tag affects the cost. */
  filtering: string[];
  costs: Map<string, number>;
}
const known = new WeakMap<DocumentNode, Known>();
const COSTS_A_DOCUMENT = 100;
/** The page size arguments. */
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

function readCostCache(document: DocumentNode): Known {
  let found = known.get(document);
  if (!found) {
    const of = (...names: string[]) => [...new Set(names.flatMap((name) => [...variablesIn(document, name)]))].sort();
    found = { deciding: of(...SIZES), naming: of('ids'), filtering: of('filter', 'search'), costs: new Map() };
    known.set(document, found);
  }
  return found;
}

/** Returns the maximum cost of a valid request. Throws GraphQLError for invalid variables, BAD_REQUEST if the cost is unknown. */
export function costOf(schema: GraphQLSchema, asked: CostInput): number {
  const { document, operationName, variables } = asked;
  const given = variables ?? {};
  const operation = getOperationAST(document, operationName);
  if (operation) refuseInvalidVariables(schema, operation, given);
  const { deciding, naming, filtering, costs } = readCostCache(document);
  const values = operation ? resolveVariables(operation, given) : given;
  const searches = filtering.map((name) => [
    isSearch(values[name]) || isFiltered(values[name]),
    isTagged(values[name]),
  ]);
  const named = naming.map((name) => (Array.isArray(values[name]) ? values[name].length : 1));
  const key = JSON.stringify([operationName ?? null, searches, named, ...deciding.map((name) => values[name])]);
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
