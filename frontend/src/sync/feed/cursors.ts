import { LIMITS } from '@contract/limits';

/** A position in the log of a project. */
export interface Cursor {
  projectId: string;
  revision: number;
}

/** The position in an event. */
interface Step extends Cursor {
  kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC';
}

/** The positions of the projects at one moment. */
interface Start {
  epoch: string | null;
  positions: readonly Cursor[] | null;
}

/** The position of this tab in the log of each project. */
export class Cursors {
  // Sorted so that the projects with the latest changes come last.
  readonly #revisions: Map<string, number>;
  #epoch: string | null;

  constructor(start?: Start) {
    this.#epoch = start?.epoch ?? null;
    this.#revisions = new Map(start?.positions?.map(({ projectId, revision }) => [projectId, revision]));
  }

  /** The epoch of the database that the positions belong to; null if it is unknown. */
  get epoch(): string | null {
    return this.#epoch;
  }

  /** Drops positions of another epoch. Returns whether there were any. */
  enter(epoch: string): boolean {
    const isAnother = this.#epoch !== null && this.#epoch !== epoch;
    if (isAnother) this.#revisions.clear();
    this.#epoch = epoch;
    return isAnother;
  }

  /** Advances to an event; returns false if it was already read and has to be dropped. */
  advance({ kind, projectId, revision }: Step): boolean {
    const held = this.#revisions.get(projectId);
    if (kind === 'CHANGES' && held !== undefined && revision <= held) return false;
    this.#revisions.delete(projectId);
    if (kind !== 'PROJECT_LEFT') this.#revisions.set(projectId, revision);
    return true;
  }

  /** Whether this project is followed. */
  has(projectId: string): boolean {
    return this.#revisions.has(projectId);
  }

  /** The position in each project. */
  all(): Cursor[] {
    return Array.from(this.#revisions, ([projectId, revision]) => ({ projectId, revision }));
  }

  /**
   * Returns the positions to subscribe from. If there are more projects than a subscription may have, returns those
   * with the latest changes.
   */
  list(): Cursor[] {
    return this.all().slice(-LIMITS.cursorsMax);
  }
}
