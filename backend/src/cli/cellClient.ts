import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, EXPORTS } from '../../contract/limits.js';

/** A refusal by a server, or a mistake of the user, with its message. */
export class MoveError extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

interface Answer {
  message?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
}

const READY_EVERY_MS = 500;

interface Export {
  id: string;
  status: 'RUNNING' | 'READY' | 'FAILED';
  createdAt: string;
}

/** The REST calls of one person to one server. */
export class CellClient {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url.replace(/\/+$/, '');
    this.#token = token;
  }

  async #send(method: string, path: string, body?: object | Buffer): Promise<Response> {
    const isFile = Buffer.isBuffer(body);
    const sent = isFile ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      },
      ...(body !== undefined && { body: sent }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    let refusal: Answer = {};
    try {
      refusal = JSON.parse(text) as Answer;
    } catch {
      // The answer of a proxy.
    }
    const fields = Object.values(refusal.errors ?? {}).flat();
    const words = [...new Set([refusal.message ?? text, ...fields])].join(' ');
    throw new MoveError(`${this.url} answered ${answer.status} to ${method} ${path}: ${words}`, answer.status);
  }

  async call<Data>(method: string, path: string, body?: object | Buffer): Promise<Data> {
    const text = await (await this.#send(method, path, body)).text();
    return (text === '' ? null : (JSON.parse(text) as Answer).data) as Data;
  }

  /** Returns null if there is no such object. */
  async find<Data>(path: string): Promise<Data | null> {
    try {
      return await this.call<Data>('GET', path);
    } catch (error) {
      if (error instanceof MoveError && error.status === 404) return null;
      throw error;
    }
  }

  /** Reads all pages of a list. */
  async list<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const answer: Response = await this.#send('GET', next);
      rows.push(...((await answer.json()) as { data: Row[] }).data);
      next = /<\/api([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return rows;
  }

  /** Waits until a download is ready or has failed. */
  async #ended(download: Export): Promise<Export> {
    let now = download;
    while (now.status === 'RUNNING') {
      await sleep(READY_EVERY_MS);
      now = await this.call<Export>('GET', `/auth/export/${now.id}`);
    }
    return now;
  }

  /** Throws if the server would refuse another download today. */
  async requireDownload(): Promise<void> {
    const since = Date.now() - DAY_MS;
    const counted = (await this.call<Export[]>('GET', '/auth/export')).filter(
      ({ status, createdAt }) => status !== 'FAILED' && Date.parse(createdAt) > since,
    );
    if (counted.length < EXPORTS.perDay) return;
    throw new MoveError(
      `${this.url} makes ${EXPORTS.perDay} downloads a day for one person, and you have had them. Nothing was changed: try again tomorrow.`,
    );
  }

  /** Requests a download of everything that the person can see, and returns its id when it is ready. */
  async newDownload(): Promise<string> {
    // A request answers the running download, which lacks what was written since it began.
    for (const download of await this.call<Export[]>('GET', '/auth/export')) await this.#ended(download);
    const { id, status } = await this.#ended(await this.call<Export>('POST', '/auth/export'));
    if (status === 'FAILED') throw new MoveError(`The download of ${this.url} failed. Try again.`);
    return id;
  }

  /** Loads the data of a download. */
  async download(id: string): Promise<Buffer> {
    return Buffer.from(await (await this.#send('GET', `/auth/export/${id}/file`)).arrayBuffer());
  }

  /** Loads the archive of a download with its files; null if it is larger than `maxBytes`. */
  async downloadFiles(id: string, maxBytes: number): Promise<Buffer | null> {
    const answer = await this.#send('GET', `/auth/export/${id}/files`);
    if (Number(answer.headers.get('content-length')) > maxBytes) {
      await answer.body?.cancel();
      return null;
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    return bytes.length > maxBytes ? null : bytes;
  }
}
