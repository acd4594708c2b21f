import type { Client } from './client.js';

/** A call by REST or GraphQL that clients repeat until they get an answer. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: Record<string, unknown>;
  /** The idempotency key of a write. */
  key?: string;
  /** The database position from the last answer. */
  position?: string;
}
/** A write with an idempotency key. */
export type KeyedWrite = Call & Required<Pick<Call, 'key' | 'body'>>;

/** The result of one attempt. */
export interface Attempt {
  ms: number;
  /** The HTTP status; 503 also for GraphQL's UNAVAILABLE; 0 without an answer. */
  status: number;
  /** The error code of the refusal or of the connection. */
  code: string;
  text: string;
  /** The answer's Retry-After and database position, if any. */
  retryAfter: string | null;
  position: string | null;
}

export const isDone = ({ status, code }: Attempt): boolean => status >= 200 && status < 300 && code === '';

/** Checks for a failed connection or a request to retry. */
export const isToRepeat = ({ status }: Attempt): boolean => [0, 502, 503, 504].includes(status);

interface Answer {
  code?: string;
  errors?: { extensions?: { code?: string } }[];
}

/** A proxy's own answers are not JSON. */
function codeOf(text: string): string {
  try {
    const { code, errors } = JSON.parse(text) as Answer;
    return errors?.[0]?.extensions?.code ?? code ?? '';
  } catch {
    return 'no JSON';
  }
}

/** Sends a call once, with a client timeout. */
export async function attempt(client: Client, call: Call, patienceMs = 12_000): Promise<Attempt> {
  const { key, method, path, body, position } = call;
  const since = performance.now();
  const took = () => performance.now() - since;
  try {
    const response = await fetch(client.server.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${client.token}`,
        ...(key && { 'Idempotency-Key': key }),
        ...(position && { Position: position }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    const code = codeOf(text);
    const status = code === 'UNAVAILABLE' ? 503 : response.status;
    const { headers } = response;
    return {
      ms: took(),
      status,
      code,
      text,
      retryAfter: headers.get('retry-after'),
      position: headers.get('position'),
    };
  } catch (error) {
    // no answer: the server is down or was killed before it could answer
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return { ms: took(), status: 0, code: cause?.code ?? name, text: '', retryAfter: null, position: null };
  }
}
