import { type RawBuilder, sql } from 'kysely';

/**
 * In which capacity a command writes to its projects. Whatever it is, what it may do there is the room's policy.
 * - `member`: belongs to each of them. Everything is a member's that does not say otherwise.
 * - `guest`: need not belong to them yet (accepting an invitation); the command itself asks for the proof.
 * - `formerOwner`: an OWNER, also of a project that is deleted (restoring it).
 * - `undoer`: belongs to each of them; of those that are deleted, as an OWNER. The command itself asks for what was deleted.
 * - `system`: nobody is signed in for it (an account's deletion comes due, a purge); `userId` is the person concerned,
 *   whom the log names.
 */
export type Actor = { kind: 'member' | 'guest' | 'formerOwner' | 'undoer' } | { kind: 'system'; userId: string };

export const MEMBER: Actor = { kind: 'member' };

/** The condition on `project p` under which the actor may take its next revision. */
export function mayWrite({ kind }: Actor, userId: string): RawBuilder<unknown> {
  switch (kind) {
    case 'member':
      return sql`p.deleted_at is null
        and exists (select 1 from project_member m where m.project_id = p.id and m.user_id = ${userId})`;
    case 'guest':
      return sql`p.deleted_at is null`;
    case 'formerOwner':
      return sql`exists (
        select 1 from project_member m where m.project_id = p.id and m.user_id = ${userId} and m.role = 'OWNER')`;
    case 'undoer':
      return sql`exists (
        select 1 from project_member m
        where m.project_id = p.id and m.user_id = ${userId} and (p.deleted_at is null or m.role = 'OWNER'))`;
    case 'system':
      return sql`true`;
  }
}
