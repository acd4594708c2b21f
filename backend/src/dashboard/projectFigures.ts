import type { EntityManager } from '@mikro-orm/postgresql';
import { type Completions, weeksBegin } from './completedByWeek.js';
import { firstWrites, type LastingFigures, readCompletions, readPast, readPresent } from './figures.reads.js';
import { monthBefore } from './monthAgo.js';
import { ProjectMemory, type Standing } from './projectMemory.js';

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

/** So much is remembered: quarters of an hour in which something was completed; a project is as much as some of them. */
const QUARTERS = 400_000;
const PROJECT = 100;

const holdsAt = ({ from, until }: LastingFigures, at: Date): boolean => from <= at.getTime() && at.getTime() <= until;

/**
 * The figures of projects, remembered by their revision; exact, as each is kept no longer than until time itself changes it.
 */
export class FigureMemory extends ProjectMemory<ProjectFigures, Standing, Date> {
  constructor() {
    super(QUARTERS);
  }

  protected override isSo(known: ProjectFigures, { revision }: Standing, now: Date): boolean {
    return (
      known.revision >= revision &&
      holdsAt(known.present, now) &&
      holdsAt(known.past, monthBefore(now)) &&
      known.completionsSince <= weeksBegin(now)
    );
  }

  protected override weigh({ completions }: ProjectFigures): number {
    return PROJECT + completions.size;
  }

  protected override async read(
    em: EntityManager,
    projects: readonly Standing[],
    now: Date,
  ): Promise<Map<string, ProjectFigures>> {
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
    const known = this.known(id);
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
      const figures = this.known(id);
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
}

/** Reads nothing for nobody. */
export const unlessEmpty = async <Wanted, Found>(
  wanted: Wanted[],
  read: (wanted: Wanted[]) => Promise<Map<string, Found>>,
): Promise<Map<string, Found>> => (wanted.length > 0 ? read(wanted) : new Map<string, Found>());
