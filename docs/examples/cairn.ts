// A client of Cairn's API without dependencies. Copy it: Node.js 24 runs it directly. It reads CAIRN_URL, the address
// of the server, and CAIRN_TOKEN, a token from Settings → API tokens.
const URL_OF_SERVER = process.env.CAIRN_URL ?? 'http://localhost:4000';
/** How long a call is retried without an answer, or while the server asks to wait. A restart takes seconds. */
const PATIENCE_MS = 300_000;
/** Temporary errors: too many requests, or a server or proxy that is busy or restarts. */
const PASSING = [429, 502, 503, 504];

const pause = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** A refusal. The message is for people: the refused call, the error of each field, and what to do. */
export class Refusal extends Error {
  /** For programs: one of the codes in docs/api.md. */
  code: string;
  /** With CONFLICT: the current object. */
  data: any;

  constructor(what: string, status: number, body: any) {
    const { code = `HTTP ${status}`, message = 'this is no answer of Cairn: is CAIRN_URL right?' } = body ?? {};
    const fields = Object.entries<string[]>(body?.errors ?? {}).map(
      ([name, said]) => `\n  ${name}: ${said.join(', ')}`,
    );
    const helps = status === 401 ? '\n  Create a token in Settings → API tokens and set CAIRN_TOKEN to it.' : '';
    super(`${what}: ${code}: ${message}${fields.join('')}${helps}`);
    this.code = code;
    this.data = body?.data;
  }
}

interface Answer<Data> {
  data: Data;
  /** The address of the next page of a list. */
  next: string | undefined;
}

type Try<Data> = { answer: Answer<Data> } | { why: string; retryAfter: number | undefined };

/** One attempt: the answer, or the reason why there is none. A temporary refusal is not an answer. */
async function attempt(url: URL, request: RequestInit): Promise<Try<any>> {
  const what = `${request.method} ${url.pathname}`;
  let response, text: string;
  try {
    response = await fetch(url, { ...request, signal: AbortSignal.timeout(15_000) });
    text = await response.text();
  } catch (error) {
    const { message } = ((error as Error).cause ?? error) as Error;
    return { why: `${what}: no answer (${message})`, retryAfter: undefined };
  }
  const body = parse(text);
  if (PASSING.includes(response.status)) {
    return {
      why: `${what}: ${body?.message ?? response.status}`,
      retryAfter: Number(response.headers.get('Retry-After')),
    };
  }
  if (!response.ok || (text !== '' && body === undefined)) throw new Refusal(what, response.status, body);
  return { answer: { data: body?.data, next: /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] } };
}

function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Repeats a call until it is answered. All attempts have the same key, so a write happens once, even if the connection,
 * the server or the database fails. Pass your own `key` if another run of your program makes the same call.
 */
export async function call<Data = any>(
  method: string,
  path: string,
  body?: unknown,
  key: string = crypto.randomUUID(),
): Promise<Answer<Data>> {
  const headers = {
    Authorization: `Bearer ${process.env.CAIRN_TOKEN}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
  };
  const request = { method, headers, body: JSON.stringify(body) };
  const until = Date.now() + PATIENCE_MS;
  for (let wait = 0.5; ; wait = Math.min(2 * wait, 10)) {
    const tried = await attempt(new URL(path, URL_OF_SERVER), request);
    if ('answer' in tried) return tried.answer;
    // wait as long as the server asks, or else longer each time, at random so that clients do not come at once
    const seconds = tried.retryAfter || wait * (0.75 + Math.random() / 2);
    if (Date.now() + 1000 * seconds > until) throw new Error(tried.why);
    console.error(`${tried.why}; again in ${seconds.toFixed(1)} s`);
    await pause(seconds);
  }
}

/** Returns all rows of a list, read page by page. */
export async function* rows<Row = any>(path: string): AsyncGenerator<Row> {
  for (let next: string | undefined = path; next !== undefined;) {
    const page: Answer<Row[]> = await call<Row[]>('GET', next);
    yield* page.data;
    next = page.next;
  }
}

/** Runs a program: an error is printed in words and sets the exit code. */
export function run(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
