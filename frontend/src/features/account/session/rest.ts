import { LIMITS } from '@contract/limits';
import { HttpError } from '../../../sync/client/errors';
import { getDevice } from '../../../lib/device';

interface Call {
  /** What is sent; without it something is read. */
  input?: object;
  /** Of whom it is asked as; without it no refusal ends a session. */
  token?: string | null;
}

/** Calls the server by REST: the GraphQL client comes with the app, while one types. */
export const rest = async <Answer>(path: string, { input, token }: Call): Promise<Answer> => {
  const response = await fetch(`/api/${path}`, {
    method: input ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'X-Device': getDevice(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(input && { body: JSON.stringify(input) }),
    signal: AbortSignal.timeout(LIMITS.requestTimeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new HttpError(response.status, text);
  try {
    const { data } = JSON.parse(text || '{}') as { data: Answer };
    return data;
  } catch {
    // A page of a proxy, say.
    throw new HttpError(response.status, text);
  }
};
