import { LIMITS } from '../../contract/limits.js';

/** Events held for one subscriber whose socket is slow; beyond it the socket is closed and catches up from the log. */
const MAX_WAITING = 2_000;
/** A replay goes on when fewer wait, so that the past alone never fills the queue. */
const ROOM = 500;
const ROOM_BYTES = LIMITS.replayBytes / 8;

/**
 * Events for one subscription: pushed by a hub, pulled by its socket as fast as that can send. Bounded: when the
 * reader stalls, `onOverflow` is called once and the queue ends.
 */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  #waiting: T[] = [];
  #bytes = 0;
  #pull: ((result: IteratorResult<T, undefined>) => void) | undefined;
  #forRoom: (() => void)[] = [];
  #ended = false;

  constructor(
    private readonly onEnd: () => void,
    private readonly onOverflow: () => void,
    /** How much an event holds. */
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

  /** The reader cannot be served any further from here: it shall come back and catch up. */
  overflow(): void {
    if (this.#ended) return;
    this.onOverflow();
    this.end();
  }

  /** Waits until a replay may push its next portion; also resolves when the queue has ended. */
  room(): Promise<void> {
    if (this.#ended || this.#hasRoom()) return Promise.resolve();
    return new Promise((resolve) => this.#forRoom.push(resolve));
  }

  /** Takes back what waits and must not be shown any more. */
  discard(match: (event: T) => boolean): void {
    this.#waiting = this.#waiting.filter((event) => !match(event));
    this.#bytes = this.#waiting.reduce((sum, event) => sum + this.bytesOf(event), 0);
    this.#tellRoom();
  }

  /** No more events; the hub forgets this subscriber. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#bytes = 0;
    this.#pull?.({ value: undefined, done: true });
    this.#pull = undefined;
    this.#tellRoom();
    this.onEnd();
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const value = this.#waiting.shift();
    if (value !== undefined) {
      this.#bytes -= this.bytesOf(value);
      this.#tellRoom();
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

  #hasRoom(): boolean {
    return this.#waiting.length < ROOM && this.#bytes < ROOM_BYTES;
  }

  #tellRoom(): void {
    if (this.#forRoom.length === 0 || (!this.#ended && !this.#hasRoom())) return;
    for (const resolve of this.#forRoom.splice(0)) resolve();
  }
}
