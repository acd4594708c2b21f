import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { ValidationRule } from 'graphql';
import { LIMITS } from '../../contract/limits.js';

/** What a document must obey before it runs, beyond the standard rules; over HTTP and sockets alike. */
export const LIMIT_RULES: readonly ValidationRule[] = [
  maxDepthRule({ n: LIMITS.queryDepth, exposeLimits: true }),
  maxAliasesRule({ n: LIMITS.queryAliases, exposeLimits: true }),
];
