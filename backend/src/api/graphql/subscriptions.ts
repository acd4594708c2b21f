import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  BREAK,
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LIMITS } from '../../../contract/limits.js';
import { toAppError } from '../../platform/database/databaseErrors.js';
import type { Context } from '../../request/context.js';
import type { AppError } from '../../platform/lib/errors.js';
import { FairQueue } from '../../request/fairQueue.js';
import { isPersonal } from '../../platform/graphql/personal.js';
import { requestScope } from '../../platform/database/requestScope.js';
import type { LiveContext } from '../../feed/feedContext.js';
import { eventContext, type ProjectEvent, sharedEventContext } from '../../feed/projectEvent.js';
import { extensionsOf, formatGraphQLError, requestMessage } from './errors.js';
import { LIMIT_RULES } from './limits.js';

/** Number and maximum length of cached documents: the sockets of a client all send the same few. */
const MAX_CACHED = 100;
const MAX_CACHED_LENGTH = 8_000;

/** How long and how often an unreachable primary is asked for its position, so that sockets survive a failover. */
const POSITION_TIMEOUT_MS = 60_000;
const POSITION_RETRY_MS = 250;

/** Formats an invalid request as over HTTP. */
export const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** Formats a refusal as over HTTP. */
export const refusal = (error: AppError): GraphQLError =>
  new GraphQLError(error.message, { extensions: extensionsOf(error) });

type Checked = { document: DocumentNode } | { refused: GraphQLError[] };

/** Parses and validates documents by the rules of HTTP; each document once, for all sockets. */
export function createDocumentCheck(schema: GraphQLSchema, introspection: boolean): (query: string) => Checked {
  const rules = [...specifiedRules, ...LIMIT_RULES, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
  const known = new Map<string, Checked>();
  const refuse = (errors: readonly GraphQLError[]): Checked => ({
    refused: errors.map(({ message }) => badRequest(requestMessage(message))),
  });
  const check = (query: string): Checked => {
    try {
      const document = parse(query, { maxTokens: LIMITS.queryTokens });
      const invalid = validate(schema, document, rules);
      return invalid.length > 0 ? refuse(invalid) : { document };
    } catch (error) {
      return refuse([error as GraphQLError]);
    }
  };
  return (query) => {
    const found = known.get(query);
    if (found) return found;
    const checked = check(query);
    if (query.length <= MAX_CACHED_LENGTH) {
      const [oldest] = known.keys();
      if (known.size >= MAX_CACHED && oldest !== undefined) known.delete(oldest);
      known.set(query, checked);
    }
    return checked;
  };
}

/** Formats errors as over HTTP: refusals with their code, all others masked and logged. */
function maskErrors({ log, requestId }: LiveContext, result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    // Errors without a path come from graphql-js before execution: a variable is invalid.
    const given = error.path === undefined ? badRequest(error.message) : error;
    const { message, extensions } = formatGraphQLError(given.toJSON(), given, (original) => {
      log.error({ err: original }, 'unexpected error in a subscription');
      return requestId;
    });
    return new GraphQLError(message, { path: error.path, extensions: extensions ?? null });
  });
  return { ...result, errors };
}

/**
 * Returns whether the result of an event is the same for all viewers with one role: one operation, variables only in arguments
 * of the root field, and no personal field.
 */
export function isShareable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const roots = operations.flatMap(({ selectionSet }) => selectionSet.selections);
  if (operations.length !== 1 || !roots.every(({ kind, directives }) => kind === Kind.FIELD && !directives?.length)) {
    return false;
  }
  const types = new TypeInfo(schema);
  let shareable = true;
  const differs = () => ((shareable = false), BREAK);
  const look = visitWithTypeInfo(types, {
    VariableDefinition: () => false,
    Argument: () => (types.getParentType() === schema.getSubscriptionType() ? false : undefined),
    Variable: differs,
    Field: () => {
      const field = types.getFieldDef();
      return field && isPersonal(field) ? differs() : undefined;
    },
  });
  visit(document, look);
  return shareable;
}

async function executeIn(args: ExecutionArgs, event: ProjectEvent, contextValue: Context): Promise<ExecutionResult> {
  const { requestId, log, live } = args.contextValue as LiveContext;
  return requestScope.run({ requestId, log, reader: live.reader }, async () =>
    execute({ ...args, rootValue: event, contextValue }),
  );
}

/** Executes an event once for all viewers with the same document and role. Returns null if that is not possible. */
async function executeForAll(args: ExecutionArgs, event: ProjectEvent): Promise<ExecutionResult | null> {
  const ctx = args.contextValue as LiveContext;
  const result = await executeIn(args, event, sharedEventContext(ctx, event));
  if (!result.errors) return result;
  const unexpected = result.errors.find(({ originalError }) => !toAppError(originalError));
  if (unexpected) ctx.log.error({ err: unexpected }, 'an event could not be worked out for all at once');
  return null;
}

async function executeEvent(args: ExecutionArgs, event: ProjectEvent, shareable: boolean): Promise<ExecutionResult> {
  const { document } = args;
  if (shareable && event.shared) {
    const shared = event.shared.get(document) ?? executeForAll(args, event);
    event.shared.set(document, shared);
    const result = await shared;
    if (result) return result;
  }
  return executeIn(args, event, eventContext(args.contextValue as LiveContext, event));
}

/**
 * Adds the position of the database, so that reads that follow the event do not return older data. Returns null if the
 * position is unknown.
 */
async function withPosition(
  { resources: { replica }, viewer, live: { reader } }: LiveContext,
  result: ExecutionResult,
): Promise<ExecutionResult | null> {
  // visitors hold no position
  if (!replica || !viewer) return result;
  const until = performance.now() + POSITION_TIMEOUT_MS;
  for (;;) {
    const position = await replica.positionFor(viewer.userId);
    if (position !== undefined) return { ...result, extensions: { position } };
    if (performance.now() > until || reader?.abandoned.aborted) return null;
    await sleep(POSITION_RETRY_MS);
  }
}

/** Users take turns with replayed events, one per turn of the event loop, so other requests are served in between. */
const replayQueue = new FairQueue(1, Infinity);

/** Returns whether the database is unavailable or the user has too many running reads. */
const isTemporarilyUnavailable = (error: unknown): boolean => {
  const code = toAppError(error)?.code;
  return code === 'UNAVAILABLE' || code === 'RATE_LIMITED';
};

/** Like `subscribe` of graphql-js, but each event is executed in its own context. */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const ctx = args.contextValue as LiveContext;
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return maskErrors(ctx, source);
  const events = source[Symbol.asyncIterator]() as AsyncIterator<ProjectEvent, undefined>;
  const shareable = isShareable(args.schema, args.document);
  const userId = ctx.viewer?.userId ?? '';
  const end = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
    await events.return?.();
    return { value: undefined, done: true };
  };
  const results: AsyncIterableIterator<ExecutionResult, undefined> = {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return { value: undefined, done: true };
        if (value.isPast) await replayQueue.run({ caller: userId }, () => nextTurn());
        const event = await executeEvent(args, value, shareable);
        const isRead = !event.errors?.some(({ originalError }) => isTemporarilyUnavailable(originalError));
        const result = isRead ? await withPosition(ctx, event) : null;
        // An event that could not be read completely is not sent: the client reconnects and gets it again.
        if (!result) {
          ctx.live.onOverflow();
          return end();
        }
        // A member who was removed while it was read gets only the event about that.
        if (value.mayShow(userId)) return { value: maskErrors(ctx, result), done: false };
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return results;
    },
  };
  return results;
}
