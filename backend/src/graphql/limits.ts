import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { GraphQLError, ValidationContext, ValidationRule } from 'graphql';
import { LIMITS } from '../../contract/limits.js';

/** Thrown out of the validation, as is the rules' own way, a refusal would look like a defect of ours. */
const reported = {
  exposeLimits: true,
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** What a document must obey before it runs, beyond the standard rules; over HTTP and sockets alike. */
export const LIMIT_RULES: readonly ValidationRule[] = [
  // a fragment is no level of its own: clients that mask data nest many
  maxDepthRule({ n: LIMITS.queryDepth, flattenFragments: true, ...reported }),
  maxAliasesRule({ n: LIMITS.queryAliases, ...reported }),
];
