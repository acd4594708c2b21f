import { LRUCache } from 'lru-cache';
import type { Resources } from '../request/context.js';

/** Of their JSON. */
const MAX_CHARACTERS = 32 * 1024 * 1024;
/** After this time, changes without a new revision are visible, such as names of people and the end of a day. */
const KEPT_MS = 60_000;

/**
 * Answers to visitors, by link and revision: after a change, all visitors of a link ask at the same time. The caller has
 * checked that the link is valid.
 */
class SharedCache {
  readonly #answers = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer) => Math.min(JSON.stringify(answer).length, MAX_CHARACTERS),
    ttl: KEPT_MS,
  });
  readonly #pending = new Map<string, Promise<object>>();

  async get<Answer extends object>(by: readonly unknown[], read: () => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify(by);
    const known = this.#answers.get(key) ?? this.#pending.get(key);
    if (known) return known as Answer | Promise<Answer>;
    const answer = read().finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    this.#answers.set(key, await answer);
    return answer;
  }
}

const caches = new WeakMap<Resources['orm'], SharedCache>();

export function sharedCacheOf({ orm }: Resources): SharedCache {
  const known = caches.get(orm) ?? new SharedCache();
  caches.set(orm, known);
  return known;
}
