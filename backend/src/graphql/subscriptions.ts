import {
  type ASTNode,
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
  validate,
  visit,
} from 'graphql';
import { LIMITS } from '../../contract/limits.js';
import { toAppError } from '../kernel/databaseErrors.js';
import { requireViewer } from '../kernel/context.js';
import type { AppError } from '../kernel/errors.js';
import { requestScope } from '../kernel/requestScope.js';
import type { LiveContext } from '../live/liveContext.js';
import { contextOfEvent, type LiveEvent } from '../live/liveEvent.js';
import { extensionsOf, formatGraphQLError, requestMessage } from './errors.js';
import { LIMIT_RULES } from './limits.js';

/** Documents remembered, and how long one may be for that: the sockets of a client all send the same few. */
const REMEMBERED = 100;
const REMEMBERED_LENGTH = 8_000;

/** A request that was wrong in itself, as over HTTP. */
export const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** A refusal as over HTTP. */
export const refusal = (error: AppError): GraphQLError =>
  new GraphQLError(error.message, { extensions: extensionsOf(error) });

type Checked = { document: DocumentNode } | { refused: GraphQLError[] };

/** Parses and validates documents under the rules of HTTP; each document once, so that sockets share it. */
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
    if (query.length <= REMEMBERED_LENGTH) {
      const [oldest] = known.keys();
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
      known.set(query, checked);
    }
    return checked;
  };
}

/** Errors as over HTTP: refusals with their code, the rest masked and logged. */
function masked({ log, requestId }: LiveContext, result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    // without a path it is graphql-js that says, before anything runs, that the request is wrong: a variable does not fit
    const given = error.path === undefined ? badRequest(error.message) : error;
    const { message, extensions } = formatGraphQLError(given.toJSON(), given, (original) => {
      log.error({ err: original }, 'unexpected error in a subscription');
      return requestId;
    });
    return new GraphQLError(message, { path: error.path, extensions: extensions ?? null });
  });
  return { ...result, errors };
}

/** Whether a result depends on nothing but the document: one operation, variables in the root field's arguments alone. */
function isPlain({ definitions }: DocumentNode): boolean {
  if (definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length !== 1) return false;
  return definitions.every((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return !usesVariables(definition);
    if (definition.kind !== Kind.OPERATION_DEFINITION) return false;
    return definition.selectionSet.selections.every(
      (root) => root.kind === Kind.FIELD && !root.directives?.length && !usesVariables(root.selectionSet),
    );
  });
}

function usesVariables(node: ASTNode | undefined): boolean {
  let found = false;
  if (node) visit(node, { Variable: () => ((found = true), BREAK) });
  return found;
}

/** Executes an event for one viewer; `personal` tells whether who they are was asked at all. */
async function executeFor(
  args: ExecutionArgs,
  event: LiveEvent,
): Promise<{ result: ExecutionResult; personal: boolean }> {
  const ctx = contextOfEvent(args.contextValue as LiveContext, event);
  const { viewer } = ctx;
  let personal = false;
  Object.defineProperty(ctx, 'viewer', {
    get: () => {
      personal = true;
      return viewer;
    },
  });
  const { requestId, log } = ctx;
  const { reader } = (args.contextValue as LiveContext).live;
  const result = await requestScope.run({ requestId, log, reader }, async () =>
    execute({ ...args, rootValue: event, contextValue: ctx }),
  );
  return { result, personal };
}

/** Executes an event once for all who ask for the same of it in the same role, unless it shows who looks. */
async function executeEvent(args: ExecutionArgs, event: LiveEvent, plain: boolean): Promise<ExecutionResult> {
  const { document } = args;
  if (!plain || !event.shared) return (await executeFor(args, event)).result;
  const known = event.shared.get(document);
  if (known) return (await known) ?? (await executeFor(args, event)).result;
  const first = executeFor(args, event);
  const shared = first.then(({ result, personal }) => (personal || result.errors ? null : result));
  event.shared.set(document, shared);
  return (await first).result;
}

/** The database is away, or the person has too many reads under way. */
const isNotNow = (error: unknown): boolean => {
  const code = toAppError(error)?.code;
  return code === 'UNAVAILABLE' || code === 'RATE_LIMITED';
};

/** graphql-js's `subscribe`, but each event is executed in a context of its own: nothing of it outlives the event. */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const ctx = args.contextValue as LiveContext;
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return masked(ctx, source);
  const events = source[Symbol.asyncIterator]() as AsyncIterator<LiveEvent, undefined>;
  const plain = isPlain(args.document);
  const { userId } = requireViewer(ctx);
  const end = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
    await events.return?.();
    return { value: undefined, done: true };
  };
  const results: AsyncIterableIterator<ExecutionResult, undefined> = {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return { value: undefined, done: true };
        const result = await executeEvent(args, value, plain);
        // An event that could not be read in full must not pass for one: the client comes back and gets it again.
        if (result.errors?.some(({ originalError }) => isNotNow(originalError))) {
          ctx.live.onOverflow();
          return end();
        }
        // who has left while it was read is told that next, and nothing else
        if (value.mayShow(userId)) return { value: masked(ctx, result), done: false };
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return results;
    },
  };
  return results;
}
