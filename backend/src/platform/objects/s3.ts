import { AwsClient } from 'aws4fetch';
import { splitIntoParts } from '../lib/splitIntoParts.js';

/** A bucket of an S3 service. */
interface Bucket {
  /** Its URL, in either style: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  url: string;
  key: string;
  secret: string;
  region: string;
}

export interface ObjectStore {
  put: (key: string, size: number, parts: AsyncIterable<Buffer>) => Promise<void>;
  /** Yields the bytes from `from` to `to`, both included. */
  read: (key: string, from: number, to: number) => AsyncGenerator<Buffer>;
  /** Does nothing if there is no such object. */
  remove: (key: string) => Promise<void>;
}

/** The object store refused a request or did not answer; the message is one line for the operator. */
export class ObjectStoreError extends Error {
  constructor(
    message: string,
    /** The status of its answer; undefined if there was none. */
    readonly status?: number,
    options?: ErrorOptions,
    /** The service's name of the error, such as `AccessDenied`. */
    readonly code?: string,
  ) {
    super(message, options);
  }
}

/** S3 requires parts of at least 5 MB, except the last one; larger objects are sent in several. */
const PART_BYTES = 8 * 1024 * 1024;
/** A request without an answer, or an answer without data, fails after this time, and the time to send its body. */
const SILENT_MS = 30_000;
/** Lines that are slower than 64 kB a second are given up. */
const SLOWEST_BYTES_PER_MS = 64;

/** Explains why there was no answer. `fetch` reports it as the cause of its own error. */
function explain(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const isSilent = name === 'TimeoutError' || name === 'AbortError';
  const reason = isSilent ? `no answer in ${SILENT_MS / 1_000} s` : (cause?.code ?? cause?.message ?? String(error));
  return new ObjectStoreError(`the object store cannot be reached (${reason})`, undefined, { cause: error });
}

/** Opens a bucket. Requests are signed with AWS Signature Version 4, and repeated twice if the service fails. */
export function openBucket({ url, key: accessKeyId, secret: secretAccessKey, region }: Bucket): ObjectStore {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 200 });
  const base = url.replace(/\/+$/, '');

  const ask = async (
    method: string,
    path: string,
    { body, headers = {}, signal: given }: { body?: Uint8Array | string } & Omit<RequestInit, 'body'> = {},
  ): Promise<Response> => {
    const sendingMs = Math.ceil((body?.length ?? 0) / SLOWEST_BYTES_PER_MS);
    const signal = given ?? AbortSignal.timeout(SILENT_MS + sendingMs);
    const answer = await aws
      .fetch(`${base}/${path}`, { method, headers, signal, ...(body != null && { body }) })
      .catch((error: unknown) => {
        throw explain(error);
      });
    if (answer.ok || (method === 'DELETE' && answer.status === 404)) return answer;
    const reason = /<Code>([^<]+)<\/Code>/.exec(await answer.text())?.[1] ?? '';
    const message = `the object store answered ${answer.status} ${reason} to ${method}`;
    throw new ObjectStoreError(message, answer.status, undefined, reason);
  };

  const putInParts = async (key: string, parts: AsyncIterable<Buffer>): Promise<void> => {
    const begun = await (await ask('POST', `${key}?uploads`)).text();
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
    if (uploadId === undefined) throw new ObjectStoreError('the object store began no upload');
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const tags: string[] = [];
      for await (const body of splitIntoParts(parts, PART_BYTES)) {
        const { headers } = await ask('PUT', `${key}?partNumber=${tags.length + 1}&${upload}`, { body });
        tags.push(headers.get('etag') ?? '');
      }
      const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`;
      const ended = await (await ask('POST', `${key}?${upload}`, { body })).text();
      // Amazon S3 can send status 200 before it knows whether the request succeeds.
      if (ended.includes('<Error>')) throw new ObjectStoreError('the object store did not complete an upload');
    } catch (error) {
      await ask('DELETE', `${key}?${upload}`).catch(() => undefined);
      throw error;
    }
  };

  return {
    put: async (key, size, parts) => {
      if (size > PART_BYTES) return putInParts(key, parts);
      const whole: Buffer[] = [];
      for await (const part of parts) whole.push(part);
      await ask('PUT', key, { body: Buffer.concat(whole) });
    },
    read: async function* (key, from, to) {
      const silent = new AbortController();
      let timer = setTimeout(() => silent.abort(), SILENT_MS);
      try {
        const { body } = await ask('GET', key, {
          headers: { range: `bytes=${from}-${to}` },
          signal: silent.signal,
        });
        if (!body) throw new ObjectStoreError('the object store answered nothing');
        for await (const chunk of body) {
          clearTimeout(timer);
          yield Buffer.from(chunk as Uint8Array);
          timer = setTimeout(() => silent.abort(), SILENT_MS);
        }
      } catch (error) {
        throw explain(error);
      } finally {
        clearTimeout(timer);
        silent.abort();
      }
    },
    remove: async (key) => {
      await ask('DELETE', key);
    },
  };
}
