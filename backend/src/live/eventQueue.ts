/** Events held for one subscriber whose socket is slow; beyond it the socket is closed and catches up from the log. */
const MAX_WAITING = 1_000;

/**
 * Events for one subscription: pushed by the hub, pulled by its socket as fast as that can send. Bounded: when the
 * reader stalls, `onOverflow` is called once and the queue ends.
 */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  readonly #waiting: T[] = [];
  readonly #onEnd: () => void;
  readonly #onOverflow: () => void;
  #pull: ((result: IteratorResult<T, undefined>) => void) | undefined;
  #ended = false;

  constructor(onEnd: () => void, onOverflow: () => void) {
    this.#onEnd = onEnd;
    this.#onOverflow = onOverflow;
  }

  push(event: T): void {
    if (this.#ended) return;
    if (this.#pull) {
      const pull = this.#pull;
      this.#pull = undefined;
      pull({ value: event, done: false });
    } else if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(event);
    } else {
      this.#onOverflow();
      this.end();
    }
  }

  /** No more events; the hub forgets this subscriber. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting.length = 0;
    this.#pull?.({ value: undefined, done: true });
    this.#pull = undefined;
    this.#onEnd();
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return Promise.resolve({ value, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => (this.#pull = resolve));
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
