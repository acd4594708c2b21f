import { LIMITS } from '../../contract/limits.js';

/** Events queued for one slow socket. Beyond the limit the socket is closed, and its client catches up from the log. */
const MAX_WAITING = 2_000;
/** A replay continues below this number of queued events, so that it cannot fill the queue alone. */
const REFILL_BELOW = 500;
const REFILL_BELOW_BYTES = LIMITS.replayBytes / 8;

/**
 * A bounded queue of events: a hub pushes, and a socket pulls as fast as it can send. When the queue is full, it calls
 * `onOverflow` once and ends.
 */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  #waiting: T[] = [];
  #bytes = 0;
  #pull: ((result: IteratorResult<T, undefined>) => void) | undefined;
  #waitingForCapacity: (() => void)[] = [];
  #ended = false;

  constructor(
    private readonly onEnd: () => void,
    private readonly onOverflow: () => void,
    /** Size of an event. */
    private readonly bytesOf: (event: T) => number = () => 0,
  ) {}

  get ended(): boolean {
    return this.#ended;
  }

  push(event: T): void {
    if (this.#ended) return;
    if (this.#pull) {
      const pull = this.#pull;
      this.#pull = undefined;
      pull({ value: event, done: false });
    } else if (this.#waiting.length < MAX_WAITING && this.#bytes < LIMITS.replayBytes) {
      this.#waiting.push(event);
      this.#bytes += this.bytesOf(event);
    } else {
      this.overflow();
    }
  }

  /** Ends the queue; the client reconnects and catches up. */
  overflow(): void {
    if (this.#ended) return;
    this.onOverflow();
    this.end();
  }

  /** Waits until a replay can push its next portion; also resolves when the queue has ended. */
  waitForCapacity(): Promise<void> {
    if (this.#ended || this.#hasCapacity()) return Promise.resolve();
    return new Promise((resolve) => this.#waitingForCapacity.push(resolve));
  }

  /** Removes queued events that must no longer be shown. */
  discard(match: (event: T) => boolean): void {
    this.#waiting = this.#waiting.filter((event) => !match(event));
    this.#bytes = this.#waiting.reduce((sum, event) => sum + this.bytesOf(event), 0);
    this.#notifyCapacity();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#bytes = 0;
    this.#pull?.({ value: undefined, done: true });
    this.#pull = undefined;
    this.#notifyCapacity();
    this.onEnd();
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const value = this.#waiting.shift();
    if (value !== undefined) {
      this.#bytes -= this.bytesOf(value);
      this.#notifyCapacity();
      return Promise.resolve({ value, done: false });
    }
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

  #hasCapacity(): boolean {
    return this.#waiting.length < REFILL_BELOW && this.#bytes < REFILL_BELOW_BYTES;
  }

  #notifyCapacity(): void {
    if (this.#waitingForCapacity.length === 0 || (!this.#ended && !this.#hasCapacity())) return;
    for (const resolve of this.#waitingForCapacity.splice(0)) resolve();
  }
}
