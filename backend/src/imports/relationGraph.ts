import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RelationKind } from '../../contract/enums.js';
import { importReason, type ImportReason } from '../../contract/importReasons.js';
import { RELATIONS } from '../../contract/limits.js';

interface Relation {
  taskId: string;
  otherId: string;
  kind: RelationKind;
}

/** Other requests are served after this many tasks, and a search for a cycle is given up after the second number. */
const YIELD_EVERY = 1_000;
const SEARCH_MAX = 10_000;

/** The relations of a project: existing ones, and those that an import plans. A dry run has only the planned ones. */
export class RelationGraph {
  readonly #next = new Map<string, Set<string>>();
  readonly #counts = new Map<string, number>();

  static async load(em: EntityManager, projectId: string): Promise<RelationGraph> {
    const { rows } = await sql<Relation>`
      select task_id as "taskId", other_id as "otherId", kind from task_relation
      where project_id = ${projectId} and deleted_at is null`.execute(em.getKysely());
    const graph = new RelationGraph();
    for (const row of rows) graph.add(row);
    return graph;
  }

  #reached({ kind }: Relation, taskId: string): ReadonlySet<string> {
    return this.#next.get(`${kind} ${taskId}`) ?? new Set();
  }

  add(relation: Relation): void {
    const { kind, taskId, otherId } = relation;
    this.#next.set(`${kind} ${taskId}`, new Set([...this.#reached(relation, taskId), otherId]));
    for (const id of [taskId, otherId]) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  /** Whether the relation exists already. RELATES has no direction. */
  has(relation: Relation): boolean {
    const { kind, taskId, otherId } = relation;
    return (
      this.#reached(relation, taskId).has(otherId) ||
      (kind === 'RELATES' && this.#reached(relation, otherId).has(taskId))
    );
  }

  /** Returns why a relation cannot be created; null if it can. */
  async refuse(relation: Relation): Promise<ImportReason | null> {
    const { kind, taskId, otherId } = relation;
    const isFull = [taskId, otherId].some((id) => (this.#counts.get(id) ?? 0) >= RELATIONS.max);
    if (isFull) return importReason('tooManyRelations', { max: RELATIONS.max });
    if (kind === 'RELATES') return null;
    const found = new Set([otherId]);
    let steps = 0;
    for (const id of found) {
      if (id === taskId) return importReason('relationCycle');
      if (steps >= SEARCH_MAX) return importReason('relationsTooDeep');
      steps += 1;
      if (steps % YIELD_EVERY === 0) await nextTurn();
      for (const next of this.#reached(relation, id)) found.add(next);
    }
    return null;
  }
}
