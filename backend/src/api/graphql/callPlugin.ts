import type { ApolloServerPlugin } from '@apollo/server';
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.js';
import type { Context } from '../../request/context.js';
import { requestScope } from '../../platform/database/requestScope.js';
import { CLIENT_OPERATIONS } from './operations.generated.js';

const known: ReadonlySet<string> = new Set(CLIENT_OPERATIONS);

/** Returns the name of an operation of our own client, else "other", to bound the number of metric labels. */
export const operationName = (name: string | null | undefined): string =>
  name != null && known.has(name) ? name : 'other';

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** Reports the operation and its outcome to metrics and traces. */
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
