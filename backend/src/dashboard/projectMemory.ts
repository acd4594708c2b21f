import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';

/** Where a project stood when something was worked out of it. */
export interface Standing {
  id: string;
  revision: number;
}

/**
 * What is worked out of projects and remembered by their revision, so that what happens in one project costs what is known
 * of that one. Each process remembers for itself, and forgets what nobody has asked for longest.
 */
export abstract class ProjectMemory<Known extends Standing, Project extends Standing, Wanted> {
  /** In the order of use, each with its weight when it was remembered: it may grow in place. */
  readonly #known = new Map<string, { known: Known; weight: number }>();
  /** What is being worked out; others wait for it, as after a write all who look at the project ask at once. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #most: number;
  #weight = 0;

  /** `most`: how much is remembered, in the measure of `weigh`; what was worked out last always is. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Is what is known still so? */
  protected abstract isSo(known: Known, project: Project, wanted: Wanted): boolean;
  /** Works out what is known no more. */
  protected abstract read(em: EntityManager, projects: readonly Project[], wanted: Wanted): Promise<Map<string, Known>>;
  protected abstract weigh(known: Known): number;

  protected known(id: string): Known | undefined {
    return this.#known.get(id)?.known;
  }

  /** What is known of these projects, each at its revision or a later one. */
  async of(em: EntityManager, projects: readonly Project[], wanted: Wanted): Promise<Known[]> {
    const found = new Map<string, Known>();
    for (;;) {
      const missing: Project[] = [];
      for (const project of projects) {
        if (found.has(project.id)) continue;
        const kept = this.#known.get(project.id);
        if (kept && this.isSo(kept.known, project, wanted)) {
          // it becomes the one that was used last
          this.#known.delete(project.id);
          this.#known.set(project.id, kept);
          found.set(project.id, kept.known);
        } else missing.push(project);
      }
      const mine = missing.filter(({ id }) => !this.#underWay.has(id));
      if (mine.length > 0) for (const [id, known] of await this.#workOut(em, mine, wanted)) found.set(id, known);
      // where another's reading fails, or was of an older revision, it is ours next time
      else if (missing.length > 0) await Promise.allSettled(missing.map(async ({ id }) => this.#underWay.get(id)));
      else return [...found.values()];
    }
  }

  async #workOut(em: EntityManager, projects: readonly Project[], wanted: Wanted): Promise<Map<string, Known>> {
    const work = this.read(em, projects, wanted);
    for (const { id } of projects) this.#underWay.set(id, work);
    try {
      const all = await work;
      for (const known of all.values()) this.remember(known);
      return all;
    } finally {
      for (const { id } of projects) this.#underWay.delete(id);
    }
  }

  protected remember(known: Known): void {
    this.#forget(known.id);
    const weight = this.weigh(known);
    this.#known.set(known.id, { known, weight });
    this.#weight += weight;
    for (const oldest of this.#known.keys()) {
      if (this.#weight <= this.#most || oldest === known.id) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#weight -= this.#known.get(id)?.weight ?? 0;
    this.#known.delete(id);
  }
}

/** One memory for each database that this process serves. */
export function perDatabase<Memory>(make: () => Memory): (orm: MikroORM) => Memory {
  const all = new WeakMap<MikroORM, Memory>();
  return (orm) => {
    let memory = all.get(orm);
    if (!memory) all.set(orm, (memory = make()));
    return memory;
  };
}
