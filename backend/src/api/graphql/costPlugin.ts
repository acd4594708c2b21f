import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { ERROR_STATUS } from '../../../contract/errors.js';
import { LIMITS } from '../../../contract/limits.js';
import type { Context } from '../../request/context.js';
import { COST } from '../../request/cost.js';
import { AppError } from '../../platform/lib/errors.js';
import { type Counted, limitCost } from '../../request/rates.js';
import { type CostInput, costOf } from './cost.js';

/**
 * Charges a request before it runs and returns its cost. Throws BAD_REQUEST if its own cost exceeds the maximum,
 * RATE_LIMITED if the caller's total of a minute does.
 */
export async function chargeCost(schema: GraphQLSchema, ctx: Counted, asked: CostInput): Promise<number> {
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

/** Charges an invalid request by its length, at most the maximum cost of one request. */
export async function chargeInvalidRequest(ctx: Counted, length: number): Promise<void> {
  const cost = Math.ceil(length / COST.refusedCharacters);
  await limitCost(ctx, Math.min(LIMITS.queryCost, cost)).catch((error: unknown) => {
    // The reason of the refusal is more useful than RATE_LIMITED, which the next request gets.
    if (!(error instanceof AppError)) throw error;
  });
}

/** Throws RATE_LIMITED if the caller has used up the limit, before the request is read. */
export const refuseWithoutBudget = (ctx: Counted): Promise<void> => limitCost(ctx, 0);

/** Returns whether the error is about variables. All other refusals before execution are AppErrors. */
export const isVariableError = (error: unknown): error is GraphQLError => error instanceof GraphQLError;

/** A refusal before anything runs has the status of its code. */
export function withStatus(error: unknown): unknown {
  const code = isVariableError(error) ? 'BAD_REQUEST' : error instanceof AppError ? error.code : undefined;
  if (code === undefined) return error;
  const { message, nodes } = error as Error & Pick<GraphQLError, 'nodes'>;
  const extensions = { code, http: { status: ERROR_STATUS[code] } };
  return new GraphQLError(message, { nodes, originalError: error as Error, extensions });
}

/** Charges HTTP requests and reports the cost in `extensions.cost`. */
export const costPlugin = (schema: GraphQLSchema): ApolloServerPlugin<Context> => ({
  requestDidStart: async ({ contextValue, request: { query = '' } }) => {
    let requested: number | undefined;
    const afterReading = async (wrong?: Error | readonly Error[]): Promise<void> => {
      if (wrong) await chargeInvalidRequest(contextValue, query.length);
    };
    return {
      parsingDidStart: async () => afterReading,
      validationDidStart: async () => afterReading,
      didResolveOperation: async ({ document, operationName, request, contextValue }) => {
        const asked = { document, operationName, variables: request.variables };
        requested = await chargeCost(schema, contextValue, asked).catch(async (error: unknown) => {
          if (isVariableError(error)) {
            await chargeInvalidRequest(contextValue, contextValue.caller?.bodyBytes ?? query.length);
          }
          throw withStatus(error);
        });
      },
      willSendResponse: async ({ response: { body } }) => {
        // A request with invalid variables did not run, even if the cost of its document is known.
        if (requested === undefined || body.kind !== 'single' || body.singleResult.data === undefined) return;
        const cost = { requested, maximum: LIMITS.queryCost };
        body.singleResult.extensions = { ...body.singleResult.extensions, cost };
      },
    };
  },
});
