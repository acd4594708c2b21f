import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { ERROR_STATUS } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { COST } from '../kernel/cost.js';
import { AppError } from '../kernel/errors.js';
import { type Counted, limitCost } from '../kernel/rates.js';
import { type Asked, costOf } from './cost.js';

/**
 * Counts a request before it runs; answers its cost. Refuses one that costs too much by itself (BAD_REQUEST) or with
 * its caller's others of a minute (RATE_LIMITED).
 */
export async function chargeCost(schema: GraphQLSchema, ctx: Counted, asked: Asked): Promise<number> {
  const maximum = LIMITS.queryCost;
  const requested = costOf(schema, asked);
  if (requested > maximum) {
    ctx.resources.metrics?.limitsMet.inc({ limit: 'queryCost' });
    const message = `The request costs ${requested}, more than ${maximum}: ask for fewer objects at once`;
    throw new AppError('BAD_REQUEST', message, { cost: { requested, maximum } });
  }
  if (requested > 0) await limitCost(ctx, requested);
  return requested;
}

/** Counts a request that is refused as it stands by its length, the longest as much as one request may cost. */
export async function chargeRefused(ctx: Counted, length: number): Promise<void> {
  const cost = Math.ceil(length / COST.refusedCharacters);
  await limitCost(ctx, Math.min(LIMITS.queryCost, cost)).catch((error: unknown) => {
    // why it is refused matters more than that its caller has asked for too much by now; the next request says that
    if (!(error instanceof AppError)) throw error;
  });
}

/** Refuses whoever has asked for more than they may already (RATE_LIMITED), before anything of the request is read. */
export const refuseSpent = (ctx: Counted): Promise<void> => limitCost(ctx, 0);

/** Whether variables do not fit. All other refusals before anything runs are AppErrors. */
export const isOfVariables = (error: unknown): error is GraphQLError => error instanceof GraphQLError;

/** A refusal before anything runs has the status of its code. */
export function withStatus(error: unknown): unknown {
  const code = isOfVariables(error) ? 'BAD_REQUEST' : error instanceof AppError ? error.code : undefined;
  if (code === undefined) return error;
  const { message, nodes } = error as Error & Pick<GraphQLError, 'nodes'>;
  const extensions = { code, http: { status: ERROR_STATUS[code] } };
  return new GraphQLError(message, { nodes, originalError: error as Error, extensions });
}

/** The rule over HTTP. Every answer tells what its request cost in `extensions.cost`. */
export const costPlugin = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  requestDidStart: async ({ contextValue, request: { query = '' } }) => {
    let requested: number | undefined;
    const afterReading = async (wrong?: Error | readonly Error[]): Promise<void> => {
      if (wrong) await chargeRefused(contextValue, query.length);
    };
    return {
      parsingDidStart: async () => afterReading,
      validationDidStart: async () => afterReading,
      didResolveOperation: async ({ document, operationName, request, contextValue }) => {
        const asked = { document, operationName, variables: request.variables };
        requested = await chargeCost(schema, contextValue, asked).catch(async (error: unknown) => {
          if (isOfVariables(error)) await chargeRefused(contextValue, contextValue.caller?.bodyBytes ?? query.length);
          throw withStatus(error);
        });
      },
      willSendResponse: async ({ response: { body } }) => {
        // one whose variables do not fit has not run, though the cost of its document may be known
        if (requested === undefined || body.kind !== 'single' || body.singleResult.data === undefined) return;
        const cost = { requested, maximum: LIMITS.queryCost };
        body.singleResult.extensions = { ...body.singleResult.extensions, cost };
      },
    };
  },
});
