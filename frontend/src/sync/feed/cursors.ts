import { LIMITS } from '@contract/limits';

/** A position in the log of a project. */
export interface Cursor {
  projectId: string;
  revision: number;
}

/** What an event says of a position. */
interface Step extends Cursor {
  kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC';
}

/** Where the projects stood at one moment. */
interface Start {
  epoch: string | null;
  positions: readonly Cursor[] | null;
}

/** How far this tab has read the log of each project. */
export class Cursors {
  // The projects that moved last stand last.
  readonly #revisions: Map<string, number>;
  #epoch: string | null;

  constructor(start?: Start) {
    this.#epoch = start?.epoch ?? null;
    this.#revisions = new Map(start?.positions?.map(({ projectId, revision }) => [projectId, revision]));
  }

  /** Which life of the database they belong to; null where nobody has told. */
  get epoch(): string | null {
    return this.#epoch;
  }

  /** Positions of another epoch mean nothing, and are forgotten. Answers whether there were others. */
  enter(epoch: string): boolean {
    const isAnother = this.#epoch !== null && this.#epoch !== epoch;
    if (isAnother) this.#revisions.clear();
    this.#epoch = epoch;
    return isAnother;
  }

  /** Moves on with an event; false when it was read before and has to be dropped. */
  advance({ kind, projectId, revision }: Step): boolean {
    const held = this.#revisions.get(projectId);
    if (kind === 'CHANGES' && held !== undefined && revision <= held) return false;
    this.#revisions.delete(projectId);
    if (kind !== 'PROJECT_LEFT') this.#revisions.set(projectId, revision);
    return true;
  }

  /** Is this project followed? */
  has(projectId: string): boolean {
    return this.#revisions.has(projectId);
  }

  /** Where one is in each project. */
  all(): Cursor[] {
    return Array.from(this.#revisions, ([projectId, revision]) => ({ projectId, revision }));
  }

  /** Where to go on; of more projects than one subscription may name, those that moved last. */
  list(): Cursor[] {
    return this.all().slice(-LIMITS.cursorsMax);
  }
}
