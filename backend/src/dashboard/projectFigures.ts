import type { EntityManager } from '@mikro-orm/postgresql';
import { type Completions, weeksBegin } from './completedByWeek.js';
import {
  firstWrites,
  type LastingFigures,
  readCompletions,
  readPast,
  readPresent,
  type Standing,
} from './figures.reads.js';
import { monthBefore } from './monthAgo.js';

/** What is known of one project. */
export interface ProjectFigures {
  /** The project. */
  id: string;
  /** Worked out when the project was at this revision, or later. */
  revision: number;
  present: LastingFigures;
  past: LastingFigures;
  completions: Completions;
  /** The completions are those after this moment. */
  completionsSince: number;
}

/** So much is remembered: projects, and quarters of an hour in which something was completed. */
const PROJECTS = 2_000;
const QUARTERS = 200_000;

const holdsAt = ({ from, until }: LastingFigures, at: Date): boolean => from <= at.getTime() && at.getTime() <= until;

/** Is what is known still so? */
const isSo = (known: ProjectFigures, { revision }: Standing, now: Date): boolean =>
  known.revision >= revision &&
  holdsAt(known.present, now) &&
  holdsAt(known.past, monthBefore(now)) &&
  known.completionsSince <= weeksBegin(now);

/**
 * The figures of projects, remembered by their revision, so that what happens in one project costs the figures of that
 * one; exact, as each is kept no longer than until time itself changes it. Each process remembers for itself.
 */
export class FigureMemory {
  /** In the order of use. */
  readonly #known = new Map<string, ProjectFigures>();
  /** What is being worked out; others wait for it, as after a write all who look at the project ask at once. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  #quarters = 0;

  /** The figures of these projects, each at this revision or a later one. */
  async of(em: EntityManager, projects: readonly Standing[], now: Date): Promise<ProjectFigures[]> {
    const found = new Map<string, ProjectFigures>();
    for (;;) {
      const missing: Standing[] = [];
      for (const project of projects) {
        if (found.has(project.id)) continue;
        const known = this.#known.get(project.id);
        if (known && isSo(known, project, now)) found.set(project.id, known);
        else missing.push(project);
      }
      const mine = missing.filter(({ id }) => !this.#underWay.has(id));
      if (mine.length > 0) for (const [id, figures] of await this.#workOut(em, mine, now)) found.set(id, figures);
      // where another's reading fails, or was of an older revision, it is ours next time
      else if (missing.length > 0) await Promise.allSettled(missing.map(async ({ id }) => this.#underWay.get(id)));
      else return [...found.values()];
    }
  }

  async #workOut(em: EntityManager, projects: readonly Standing[], now: Date): Promise<Map<string, ProjectFigures>> {
    const work = this.#read(em, projects, now);
    for (const { id } of projects) this.#underWay.set(id, work);
    try {
      const all = await work;
      for (const [id, figures] of all) this.#remember(id, figures);
      return all;
    } finally {
      for (const { id } of projects) this.#underWay.delete(id);
    }
  }

  async #read(em: EntityManager, projects: readonly Standing[], now: Date): Promise<Map<string, ProjectFigures>> {
    const then = monthBefore(now);
    const since = weeksBegin(now);
    const pasts = await this.#pastsThatHold(em, projects, then);
    const kept = new Map(
      projects.map((project) => {
        const past = pasts.get(project.id);
        return [project.id, { ...this.#presentThatHolds(project, now), ...(past && { past }) }];
      }),
    );
    const without = (name: 'present' | 'past' | 'completions'): string[] =>
      projects.map(({ id }) => id).filter((id) => !kept.get(id)?.[name]);
    const [presents, newPasts, completions] = await Promise.all([
      unlessEmpty(without('present'), (ids) => readPresent(em, ids, now)),
      unlessEmpty(without('past'), (ids) => readPast(em, ids, then)),
      unlessEmpty(without('completions'), (ids) => readCompletions(em, ids, since)),
    ]);
    return new Map(
      projects.map(({ id, revision }) => {
        const read = { present: presents.get(id), past: newPasts.get(id), completions: completions.get(id) };
        return [id, { id, revision, ...read, completionsSince: since, ...kept.get(id) } as ProjectFigures];
      }),
    );
  }

  /** What is known of a project that nobody has written to since, as far as time has not changed it. */
  #presentThatHolds({ id, revision }: Standing, now: Date): Partial<ProjectFigures> {
    const known = this.#known.get(id);
    if (!known || known.revision < revision) return {};
    const { present, completions, completionsSince } = known;
    return {
      ...(holdsAt(present, now) && { present }),
      ...(completionsSince <= weeksBegin(now) && { completions, completionsSince }),
    };
  }

  /** What was a month ago stays so whatever is written now: it is worked out anew only when time has moved on. */
  async #pastsThatHold(
    em: EntityManager,
    projects: readonly Standing[],
    then: Date,
  ): Promise<Map<string, LastingFigures>> {
    const known = projects.flatMap(({ id }) => {
      const figures = this.#known.get(id);
      return figures && holdsAt(figures.past, then) ? [{ id, revision: figures.revision, past: figures.past }] : [];
    });
    const writes = await unlessEmpty(known, (some) => firstWrites(em, some));
    return new Map(
      known
        .map(({ id, past }): [string, LastingFigures] => {
          const until = Math.min(past.until, (writes.get(id) ?? Infinity) - 1);
          return [id, { ...past, until }];
        })
        .filter(([, past]) => holdsAt(past, then)),
    );
  }

  #remember(id: string, figures: ProjectFigures): void {
    this.#forget(id);
    this.#known.set(id, figures);
    this.#quarters += figures.completions.size;
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= PROJECTS && this.#quarters <= QUARTERS) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#quarters -= known.completions.size;
    this.#known.delete(id);
  }
}

/** Reads nothing for nobody. */
const unlessEmpty = async <Wanted, Found>(
  wanted: Wanted[],
  read: (wanted: Wanted[]) => Promise<Map<string, Found>>,
): Promise<Map<string, Found>> => (wanted.length > 0 ? read(wanted) : new Map<string, Found>());
