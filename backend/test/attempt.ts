import type { Client } from './client.js';

/** A call by either interface, as a client repeats it until it is answered. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: Record<string, unknown>;
  /** Of a write, which is repeated under it. */
  key?: string;
  /** How far the database was by what its caller was told. */
  position?: string;
}
/** A write under a key of its own. */
export type KeyedWrite = Call & Required<Pick<Call, 'key' | 'body'>>;

/** What one attempt came to. */
export interface Attempt {
  ms: number;
  /** The HTTP status, 503 also for GraphQL's UNAVAILABLE; 0 when there was no answer. */
  status: number;
  /** The code of the refusal, or of the connection's failure. */
  code: string;
  text: string;
  /** When to come again, and where the database is, as far as the answer said so. */
  retryAfter: string | null;
  position: string | null;
}

/** Was it done? */
export const isDone = ({ status, code }: Attempt): boolean => status >= 200 && status < 300 && code === '';

/** Was there no answer, or the word to come again? */
export const isToRepeat = ({ status }: Attempt): boolean => [0, 502, 503, 504].includes(status);

interface Answer {
  code?: string;
  errors?: { extensions?: { code?: string } }[];
}

/** A proxy's own answers are no JSON. */
function codeOf(text: string): string {
  try {
    const { code, errors } = JSON.parse(text) as Answer;
    return errors?.[0]?.extensions?.code ?? code ?? '';
  } catch {
    return 'no JSON';
  }
}

/** Sends it once, with the patience of a client. */
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
    // no answer: the server is down, or was killed before it could answer
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return { ms: took(), status: 0, code: cause?.code ?? name, text: '', retryAfter: null, position: null };
  }
}
