import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';

export interface ProjectRevision {
  id: string;
  revision: number;
}

/**
 * Caches computed data by project revision, so that a write to one project recomputes only that project. Each process
 * has its own LRU cache.
 */
export abstract class ProjectCache<Cached extends ProjectRevision, Project extends ProjectRevision, Wanted> {
  /** By `keyOf`. */
  readonly #cache: LRUCache<string, Cached>;
  /** Running computations. Others wait for them: after a write, all viewers of a project ask at the same time. */
  readonly #pending = new Map<string, Promise<unknown>>();

  /** Maximum total of `weigh`. */
  constructor(most: number) {
    // capped, because the cache refuses an entry above its maximum
    const sizeCalculation = (cached: Cached): number => Math.min(this.weigh(cached), most);
    this.#cache = new LRUCache({ maxSize: most, sizeCalculation });
  }

  protected abstract isValid(cached: Cached, project: Project, wanted: Wanted): boolean;
  protected abstract read(
    em: EntityManager,
    projects: readonly Project[],
    wanted: Wanted,
  ): Promise<Map<string, Cached>>;
  protected abstract weigh(cached: Cached): number;

  /** Returns the key of an entry. Entries of one project differ by what the viewer's day decides. */
  protected abstract keyOf(id: string, wanted: Wanted): string;

  protected peek(id: string, wanted: Wanted): Cached | undefined {
    return this.#cache.peek(this.keyOf(id, wanted));
  }

  /** Returns the data of these projects, each at its revision or a later one. */
  async get(em: EntityManager, projects: readonly Project[], wanted: Wanted): Promise<Cached[]> {
    const found = new Map<string, Cached>();
    for (;;) {
      const missing: Project[] = [];
      for (const project of projects) {
        if (found.has(project.id)) continue;
        const cached = this.#cache.get(this.keyOf(project.id, wanted));
        if (cached && this.isValid(cached, project, wanted)) found.set(project.id, cached);
        else missing.push(project);
      }
      const mine = missing.filter(({ id }) => !this.#pending.has(this.keyOf(id, wanted)));
      if (mine.length > 0) for (const [id, cached] of await this.#compute(em, mine, wanted)) found.set(id, cached);
      // if another request's computation fails or is outdated, the next round computes it here
      else if (missing.length > 0)
        await Promise.allSettled(missing.map(async ({ id }) => this.#pending.get(this.keyOf(id, wanted))));
      else return [...found.values()];
    }
  }

  async #compute(em: EntityManager, projects: readonly Project[], wanted: Wanted): Promise<Map<string, Cached>> {
    const work = this.read(em, projects, wanted);
    const keys = projects.map(({ id }) => this.keyOf(id, wanted));
    for (const key of keys) this.#pending.set(key, work);
    try {
      const all = await work;
      for (const cached of all.values()) this.store(cached, wanted);
      return all;
    } finally {
      for (const key of keys) this.#pending.delete(key);
    }
  }

  protected store(cached: Cached, wanted: Wanted): void {
    const key = this.keyOf(cached.id, wanted);
    // deleted first, because the object may have grown and the cache does not weigh it again
    this.#cache.delete(key);
    this.#cache.set(key, cached);
  }
}

/** Creates one instance per database. */
export function perDatabase<Memory>(make: () => Memory): (orm: MikroORM) => Memory {
  const all = new WeakMap<MikroORM, Memory>();
  return (orm) => {
    let memory = all.get(orm);
    if (!memory) all.set(orm, (memory = make()));
    return memory;
  };
}
