import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { GraphQLError, ValidationContext, ValidationRule } from 'graphql';
import { LIMITS } from '../../../contract/limits.js';

/** By default the rules throw during validation, which clients would see as an internal error. */
const reported = {
  exposeLimits: true,
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** Validation rules beyond the standard ones, for HTTP and sockets. */
export const LIMIT_RULES: readonly ValidationRule[] = [
  // Fragments do not count as levels, because clients with data masking nest many.
  maxDepthRule({ n: LIMITS.queryDepth, flattenFragments: true, ...reported }),
  maxAliasesRule({ n: LIMITS.queryAliases, ...reported }),
];
