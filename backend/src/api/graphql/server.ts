import type { Server } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { LIMITS } from '../../../contract/limits.js';
import type { Context, Resources } from '../../request/context.js';
import { requestScope } from '../../platform/database/requestScope.js';
import { callPlugin } from './callPlugin.js';
import { costPlugin } from './costPlugin.js';
import { formatGraphQLError } from './errors.js';
import { keyPlugin } from './keyPlugin.js';
import { LIMIT_RULES } from './limits.js';
import { compiledPlugin } from './compiled.js';
import { positionPlugin } from './positionPlugin.js';
import { statusPlugin } from './statusPlugin.js';

/** How long running requests may take to finish at shutdown. */
const DRAIN_MS = 7_700;

export function createApollo(resources: Resources, schema: GraphQLSchema, httpServer: Server): ApolloServer<Context> {
  const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError =>
    formatGraphQLError(formatted, error, (original) => {
      const scope = requestScope.getStore();
      (scope?.log ?? resources.log).error({ err: original }, 'unexpected error');
      return scope?.requestId ?? 'unknown';
    });
  return new ApolloServer<Context>({
    schema,
    introspection: resources.env.introspection,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    // Protects cookies, which we do not use: callers authenticate by a header that foreign pages cannot set.
    csrfPrevention: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.queryTokens },
    validationRules: [...LIMIT_RULES],
    logger: resources.log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      callPlugin,
      costPlugin(schema),
      keyPlugin,
      statusPlugin,
      ...(resources.replica ? [positionPlugin(resources.replica)] : []),
      compiledPlugin(schema, (error) => formatError(error.toJSON(), error)),
      ApolloServerPluginDrainHttpServer({ httpServer, stopGracePeriodMillis: DRAIN_MS }),
    ],
    formatError,
  });
}
