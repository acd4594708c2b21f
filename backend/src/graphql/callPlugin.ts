import type { ApolloServerPlugin } from '@apollo/server';
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.js';
import type { Context } from '../kernel/context.js';
import { requestScope } from '../kernel/requestScope.js';
import { CLIENT_OPERATIONS } from './operations.generated.js';

const known: ReadonlySet<string> = new Set(CLIENT_OPERATIONS);

/** The name of an operation where it is one of our client's; what others call theirs is nothing to keep. */
export const operationName = (name: string | null | undefined): string =>
  name != null && known.has(name) ? name : 'other';

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** Says what is asked and what became of it, for what counts and traces requests. */
export const callPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => {
    const call = requestScope.getStore()?.call;
    return {
      didResolveOperation: async ({ operationName: name }) => {
        if (call) call.operation = operationName(name);
      },
      willSendResponse: async ({ response: { body } }) => {
        const [error] = (body.kind === 'single' ? body.singleResult.errors : undefined) ?? [];
        const code = error?.extensions?.['code'];
        if (call && error) call.outcome = isCode(code) ? code : 'INTERNAL';
      },
    };
  },
};
