import { type RawBuilder, sql } from 'kysely';

/**
 * The capacity in which a command writes to its projects. Policies decide what it may do there.
 * - `member`: a member of each project. The default.
 * - `guest`: not necessarily a member yet (accepting an invitation); the command itself checks the invitation.
 * - `formerOwner`: an OWNER, even of a deleted project (restoring it).
 * - `undoer`: a member of each project, and an OWNER of those that are deleted.
 * - `system`: no user is signed in (a due account deletion, a purge); the log names `userId` as the actor.
 */
export type Actor = { kind: 'member' | 'guest' | 'formerOwner' | 'undoer' } | { kind: 'system'; userId: string };

export const MEMBER: Actor = { kind: 'member' };

/** SQL condition on `project p`: the actor may write to it. */
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
