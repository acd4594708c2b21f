import type { EntityManager } from '@mikro-orm/postgresql';
import { dayAt } from '../../contract/localDays.js';
import type { Present } from '../tasks/taskConditions.js';
import { type Completions, weeksBegin } from './completedByWeek.js';
import { readFirstWrites, type ValidFigures, readCompletions, readPast, readPresent } from './figures.reads.js';
import { monthBefore } from './monthAgo.js';
import { ProjectCache, type ProjectRevision } from './projectCache.js';

export interface ProjectFigures {
  id: string;
  /** The figures are of this revision or a later one. */
  revision: number;
  present: ValidFigures;
  past: ValidFigures;
  completions: Completions;
  /** `completions` starts at this time. */
  completionsSince: number;
}

/** Cache size, counted in quarters of an hour with completions; a project has a fixed share. */
const CACHE_QUARTERS = 400_000;
const PROJECT_WEIGHT = 100;

const isValidAt = ({ from, until }: ValidFigures, at: Date): boolean => from <= at.getTime() && at.getTime() <= until;

/** The viewer's present, and the same a month ago. */
interface ViewerTime {
  present: Present;
  past: Present;
}

export function createViewerTime(now: Date, zone: string): ViewerTime {
  const at = (moment: Date): Present => ({ now: moment, today: dayAt(moment, zone) });
  return { present: at(now), past: at(monthBefore(now)) };
}

/** Caches figures by project revision and the viewer's day, until the passing of time changes them. */
export class FigureCache extends ProjectCache<ProjectFigures, ProjectRevision, ViewerTime> {
  constructor() {
    super(CACHE_QUARTERS);
  }

  /** Overdue days depend on the day. At most three days are today somewhere. */
  protected override keyOf(id: string, { present, past }: ViewerTime): string {
    return `${id} ${present.today} ${past.today}`;
  }

  protected override isValid(
    cached: ProjectFigures,
    { revision }: ProjectRevision,
    { present: { now }, past }: ViewerTime,
  ): boolean {
    return (
      cached.revision >= revision &&
      isValidAt(cached.present, now) &&
      isValidAt(cached.past, past.now) &&
      cached.completionsSince <= weeksBegin(now)
    );
  }

  protected override weigh({ completions }: ProjectFigures): number {
    return PROJECT_WEIGHT + completions.size;
  }

  protected override async read(
    em: EntityManager,
    projects: readonly ProjectRevision[],
    time: ViewerTime,
  ): Promise<Map<string, ProjectFigures>> {
    const since = weeksBegin(time.present.now);
    const pasts = await this.#validPasts(em, projects, time);
    const kept = new Map(
      projects.map((project) => {
        const past = pasts.get(project.id);
        return [project.id, { ...this.#validPresent(project, time), ...(past && { past }) }];
      }),
    );
    const without = (name: 'present' | 'past' | 'completions'): string[] =>
      projects.map(({ id }) => id).filter((id) => !kept.get(id)?.[name]);
    const [presents, newPasts, completions] = await Promise.all([
      readUnlessEmpty(without('present'), (ids) => readPresent(em, ids, time.present)),
      readUnlessEmpty(without('past'), (ids) => readPast(em, ids, time.past)),
      readUnlessEmpty(without('completions'), (ids) => readCompletions(em, ids, since)),
    ]);
    return new Map(
      projects.map(({ id, revision }) => {
        const read = { present: presents.get(id), past: newPasts.get(id), completions: completions.get(id) };
        return [id, { id, revision, ...read, completionsSince: since, ...kept.get(id) } as ProjectFigures];
      }),
    );
  }

  /** Returns the cached parts of an unchanged project that are still valid. */
  #validPresent({ id, revision }: ProjectRevision, time: ViewerTime): Partial<ProjectFigures> {
    const { now } = time.present;
    const cached = this.peek(id, time);
    if (!cached || cached.revision < revision) return {};
    const { present, completions, completionsSince } = cached;
    return {
      ...(isValidAt(present, now) && { present }),
      ...(completionsSince <= weeksBegin(now) && { completions, completionsSince }),
    };
  }

  /** Later writes do not change the past: it is computed again only when time has moved on. */
  async #validPasts(
    em: EntityManager,
    projects: readonly ProjectRevision[],
    time: ViewerTime,
  ): Promise<Map<string, ValidFigures>> {
    const then = time.past.now;
    const cached = projects.flatMap(({ id }) => {
      const figures = this.peek(id, time);
      return figures && isValidAt(figures.past, then) ? [{ id, revision: figures.revision, past: figures.past }] : [];
    });
    const writes = await readUnlessEmpty(cached, (some) => readFirstWrites(em, some));
    return new Map(
      cached
        .map(({ id, past }): [string, ValidFigures] => {
          const until = Math.min(past.until, (writes.get(id) ?? Infinity) - 1);
          return [id, { ...past, until }];
        })
        .filter(([, past]) => isValidAt(past, then)),
    );
  }
}

/** Skips the read for an empty list. */
export const readUnlessEmpty = async <Wanted, Found>(
  wanted: Wanted[],
  read: (wanted: Wanted[]) => Promise<Map<string, Found>>,
): Promise<Map<string, Found>> => (wanted.length > 0 ? read(wanted) : new Map<string, Found>());
