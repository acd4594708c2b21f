import { ATTACHMENTS } from '../../contract/limits.js';
import { unavailable } from '../platform/lib/errors.js';
import { IncompleteBody } from './incompleteBody.js';

/** Concurrent uploads of one person, and of a process. */
const AT_ONCE = { person: 2, all: 16 };
const BUSY_SECONDS = 5;

/** The slowest speed at which a file of the usual limit still arrives in time. A slower upload falls behind. */
const BYTES_PER_MS = (ATTACHMENTS.maxMb * 1024 * 1024) / ATTACHMENTS.uploadMs;
/** An upload that is this far behind loses its slot if another one needs it. */
const BEHIND_MS = 10_000;

interface Upload {
  userId: string;
  /** How long its client has kept us waiting beyond the time that its bytes may take. */
  behindMs: number;
  /** While we wait for its client: since when, and a function that ends the upload. */
  waiting: { since: number; giveWay: () => void } | null;
}

/** Watches a body, so that its upload can lose its slot. */
type Watch = (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/**
 * Limits concurrent uploads of a kind: a slow connection holds one for long. If all slots are taken, a new upload gets
 * the slot of the one that is most behind, so that a few people with slow connections cannot keep all others out.
 */
export class UploadSlots {
  /** The uploads in progress in this process. */
  readonly #uploads = new Set<Upload>();
  readonly #now: () => number;

  /** Tests set `now`. */
  constructor(
    readonly what: string,
    now = () => performance.now(),
  ) {
    this.#now = now;
  }

  /**
   * Runs an upload if there is a slot, otherwise throws UNAVAILABLE. An upload can lose its slot only while `work` waits
   * for a body that it watches: the body then throws an IncompleteBody.
   */
  async run<T>(userId: string, work: (watch: Watch) => Promise<T>): Promise<T> {
    const own = [...this.#uploads].filter((upload) => upload.userId === userId).length;
    if (own >= AT_ONCE.person || (this.#uploads.size >= AT_ONCE.all && !this.#freeSlot())) {
      throw unavailable(`Too many ${this.what} at once, please try again`, BUSY_SECONDS);
    }
    const upload: Upload = { userId, behindMs: 0, waiting: null };
    this.#uploads.add(upload);
    try {
      return await work((body) => this.#watch(upload, body));
    } finally {
      this.#uploads.delete(upload);
    }
  }

  #behindMs({ behindMs, waiting }: Upload): number {
    return behindMs + (waiting ? this.#now() - waiting.since : 0);
  }

  /** Ends the upload that is most behind. Returns false if none is far behind. */
  #freeSlot(): boolean {
    const [slowest] = [...this.#uploads]
      .filter((upload) => upload.waiting !== null && this.#behindMs(upload) > BEHIND_MS)
      .toSorted((one, other) => this.#behindMs(other) - this.#behindMs(one));
    if (!slowest) return false;
    this.#uploads.delete(slowest);
    slowest.waiting?.giveWay();
    return true;
  }

  async *#watch(upload: Upload, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer, undefined> = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { promise: ended, reject } = Promise.withResolvers<never>();
        const text = 'Others need the room for slow uploads. Please send the rest of the file.';
        const giveWay = (): void => reject(new IncompleteBody(text, 'UNAVAILABLE', BUSY_SECONDS));
        upload.waiting = { since: this.#now(), giveWay };
        const { done, value } = await Promise.race([chunks.next(), ended]);
        // The upload gave way just as this chunk arrived.
        if (!this.#uploads.has(upload)) await ended;
        const behindMs = this.#behindMs(upload);
        upload.waiting = null;
        if (done) return;
        upload.behindMs = Math.max(0, behindMs - value.length / BYTES_PER_MS);
        yield value;
      }
    } finally {
      upload.waiting = null;
      // Not awaited: after giving way, the body still waits for its client.
      void Promise.resolve(chunks.return?.()).catch(() => undefined);
    }
  }
}
