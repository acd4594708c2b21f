import { unavailable } from '../platform/lib/errors.js';

/** Concurrent uploads of one person, and of a process. */
const AT_ONCE = { person: 2, all: 16 };
const BUSY_SECONDS = 5;

/** Limits concurrent uploads of a kind: a slow connection holds one for long. */
export class UploadSlots {
  /** User ids of the uploads in progress in this process. */
  readonly #uploads: string[] = [];

  constructor(readonly what: string) {}

  /** Runs an upload if there is a free slot, otherwise throws UNAVAILABLE. */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#uploads.filter((id) => id === userId).length;
    if (own >= AT_ONCE.person || this.#uploads.length >= AT_ONCE.all) {
      throw unavailable(`Too many ${this.what} at once, please try again`, BUSY_SECONDS);
    }
    this.#uploads.push(userId);
    try {
      return await work();
    } finally {
      this.#uploads.splice(this.#uploads.indexOf(userId), 1);
    }
  }
}
