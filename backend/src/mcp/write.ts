import * as v from 'valibot';
import { LIMITS } from '../../contract/limits.js';
import type { ChangeSetName, Context } from '../request/context.js';
import { describe, optional } from './fields.js';

/* Shared by the tools that write. */

export const undoId = describe(v.string(), 'Pass it to undo to take this back; empty if nothing was changed.');
export const keyField = optional(
  v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.mutationIdMax)),
  'Any unique text. A call with the same text is done only once.',
);

/** Names change sets as `undo` takes them: `project=revision`, with spaces between. */
export const formatChangeSets = (acts: readonly ChangeSetName[]): string =>
  acts.map(({ projectId, revision }) => `${projectId}=${revision}`).join(' ');

/** The context of a write, which collects its change sets. */
export const createWriteContext = (ctx: Context, idempotencyKey?: string): Context => ({
  ...ctx,
  idempotencyKey,
  changeSets: [],
});
