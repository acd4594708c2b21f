import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  getNullableType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  getNamedType,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { ERROR_STATUS } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { AppError, badRequest } from '../kernel/errors.js';
import { limitCost } from '../kernel/rates.js';

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

/**
 * What a valid request costs at most. Undefined when its variables do not fit: then it never runs, and the executor
 * says so in its own words. BAD_REQUEST when it cannot be told.
 */
export function costOf(schema: GraphQLSchema, { document, operationName, variables }: Asked): number | undefined {
  const given = variables ?? {};
  try {
    return getComplexity({
      schema,
      query: document,
      variables: given,
      estimators: [estimate],
      ...(operationName != null && { operationName }),
    });
  } catch (error) {
    const operation = getOperationAST(document, operationName);
    const fitting = operation && !getVariableValues(schema, operation.variableDefinitions ?? [], given).errors;
    if (!fitting) return undefined;
    throw error instanceof GraphQLError ? badRequest(error.message) : error;
  }
}

/**
 * Counts a request before it runs; answers its cost. Refuses one that costs too much by itself (BAD_REQUEST) or with
 * its caller's others of a minute (RATE_LIMITED).
 */
export async function chargeCost(
  schema: GraphQLSchema,
  ctx: Pick<Context, 'caller' | 'services' | 'viewer'>,
  asked: Asked,
): Promise<number | undefined> {
  const maximum = LIMITS.queryCost;
  const requested = costOf(schema, asked);
  if (requested === undefined) return undefined;
  if (requested > maximum) {
    const message = `The request costs ${requested}, more than ${maximum}: ask for fewer objects at once`;
    throw new AppError('BAD_REQUEST', message, { cost: { requested, maximum } });
  }
  if (requested > 0) await limitCost(ctx, requested);
  return requested;
}

/** A refusal before anything runs has the status of its code. */
function withStatus(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const http = { status: ERROR_STATUS[error.code] };
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code, http } });
}

/** The rule over HTTP. Every answer tells what its request cost in `extensions.cost`. */
export const costPlugin = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => {
    let requested: number | undefined;
    return {
      didResolveOperation: async ({ document, operationName, request, contextValue }) => {
        const asked = { document, operationName, variables: request.variables };
        requested = await chargeCost(schema, contextValue, asked).catch((error: unknown) => {
          throw withStatus(error);
        });
      },
      willSendResponse: async ({ response: { body } }) => {
        if (requested === undefined || body.kind !== 'single') return;
        const cost = { requested, maximum: LIMITS.queryCost };
        body.singleResult.extensions = { ...body.singleResult.extensions, cost };
      },
    };
  },
});
