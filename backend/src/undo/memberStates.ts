import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { hasRole } from '../../contract/roles.js';
import type { Tx } from '../write/command.js';
import { invalid } from '../platform/lib/errors.js';
import { findInactiveReason, LAST_OWNER } from '../projects/member.service.js';
import { Membership } from '../projects/membership.entity.js';
import { isActive } from '../users/user.reads.js';

interface MemberState {
  role: ProjectRole;
  joinedAt: Date;
}

const keyOf = (projectId: string, userId: string): string => `${projectId}:${userId}`;

/** Collects memberships while lines are reverted, and writes the final states once. */
export class MemberStates {
  readonly #rows: ReadonlyMap<string, Membership>;
  readonly #next = new Map<string, MemberState | null>();

  constructor(rows: readonly Membership[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(row.projectId, row.userId), row]));
  }

  get(projectId: string, userId: string): MemberState | null {
    const key = keyOf(projectId, userId);
    const next = this.#next.get(key);
    return next === undefined ? (this.#rows.get(key) ?? null) : next;
  }

  set(projectId: string, userId: string, state: MemberState | null): void {
    this.#next.set(keyOf(projectId, userId), state);
  }

  /** True if any membership is reverted. */
  get isTouched(): boolean {
    return this.#next.size > 0;
  }

  /** Returns the people who lose their membership. */
  leaving(): [projectId: string, userId: string][] {
    const gone = [...this.#next].filter(([key, state]) => state === null && this.#rows.has(key));
    return gone.map(([key]) => key.split(':') as [string, string]);
  }

  /** Returns the role that this undo gives to a person, null if it removes them, undefined if they are not affected. */
  nextRole(projectId: string, userId: string): ProjectRole | null | undefined {
    const next = this.#next.get(keyOf(projectId, userId));
    return next === null ? null : next?.role;
  }

  /**
   * Writes the final states. Throws VALIDATION_FAILED if a new member or owner has no active account, or if a project
   * would lose its last owner.
   */
  async apply(tx: Tx): Promise<void> {
    for (const [key, state] of this.#next) {
      const [projectId = '', userId = ''] = key.split(':');
      const row = this.#rows.get(key);
      const isRaised = state !== null && (row ? row.role !== state.role && state.role === 'OWNER' : true);
      const reason = isRaised ? await findInactiveReason(tx, userId) : null;
      if (reason !== null) throw invalid({ acts: reason });
      if (row && hasRole(row.role, 'MEMBER') && !(state && hasRole(state.role, 'MEMBER'))) {
        for (const react of tx.reactions.editorLost) react(tx, projectId, userId);
      }
      if (row && state) row.role = state.role;
      else if (state) tx.em.create(Membership, { projectId, userId, ...state });
      else if (row) tx.em.remove(row);
    }
    await this.#keepOwners(tx);
  }

  /** A project keeps at least one owner; a person who is deleting their account does not count. */
  async #keepOwners({ em }: Tx): Promise<void> {
    const changed = [...this.#next.keys()].map((key) => key.split(':')[0] ?? '');
    if (changed.length === 0) return;
    const { rows } = await sql<{ projectId: string; userId: string }>`
      select m.project_id as "projectId", m.user_id as "userId" from project_member m
      join account a on a.id = m.user_id and ${isActive}
      where m.project_id = any(${changed}::uuid[]) and m.role = 'OWNER'`.execute(em.getKysely());
    for (const projectId of new Set(changed)) {
      const before = rows.filter((row) => row.projectId === projectId);
      const isOwner = ({ userId }: { userId: string }): boolean => {
        const next = this.#next.get(keyOf(projectId, userId));
        return next === undefined || next?.role === 'OWNER';
      };
      const come = [...this.#next].some(([key, state]) => key.startsWith(projectId) && state?.role === 'OWNER');
      if (!before.some(isOwner) && !come) throw invalid({ acts: LAST_OWNER });
    }
  }
}
