import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@contract/errors';
import { vi } from 'vitest';

/** What a route below /api answers, /api/auth/ left out, to what was sent. */
export type RestAnswer = (input: unknown) => Response | Promise<Response>;

/** Answers the requests of the doors, by route; what has no answer fails. */
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

/** A refusal as REST says it. */
export const refused = (code: ErrorCode, message: string, errors?: FieldErrors): Response =>
  Response.json({ code, message, errors }, { status: ERROR_STATUS[code] });
