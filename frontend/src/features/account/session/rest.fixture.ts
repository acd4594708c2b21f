import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@contract/errors';
import { vi } from 'vitest';

/** Returns the answer of a route below /api, without /api/auth/, to a body. */
export type RestAnswer = (input: unknown) => Response | Promise<Response>;

/** Answers the requests of sign-in pages by route; a route without an answer fails. */
export const restAnswers = (answers: Record<string, RestAnswer | undefined>): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, init) => {
      const route = typeof address === 'string' ? address.replace(/^\/api\/(?:auth\/)?/, '') : '';
      const answer = answers[route];
      if (!answer) throw new Error(`No answer to ${route}`);
      return answer(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
    }),
  );
};

/** A refusal in REST's format. */
export const refused = (code: ErrorCode, message: string, errors?: FieldErrors): Response =>
  Response.json({ code, message, errors }, { status: ERROR_STATUS[code] });
