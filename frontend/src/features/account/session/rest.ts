import { LIMITS } from '@contract/limits';
import { HttpError } from '../../../sync/client/errors';
import { LANGUAGE } from '../../../language/language';
import { getDevice } from '../../../lib/device';

interface Call {
  /** The body of a write; without it, the call is a GET. */
  input?: object;
  /** The session to use; without it, a refusal ends no session. */
  token?: string | null;
}

/** Calls the server by REST, because the GraphQL client loads while the person types. */
export const rest = async <Answer>(path: string, { input, token }: Call): Promise<Answer> => {
  const response = await fetch(`/api/${path}`, {
    method: input ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      // Mails are in the language of the page, until the person chooses one.
      'accept-language': LANGUAGE,
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
    // For example a proxy's page.
    throw new HttpError(response.status, text);
  }
};
