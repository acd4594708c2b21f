import { type RawBuilder, sql } from 'kysely';
import type { TokenScope } from '../../contract/enums.js';
import type { Context, Viewer } from './context.js';
import { forbidden, notFound } from './errors.js';
import { securityEvent } from './securityEvents.js';

/** A program that acts for a person, by a token that they made for it. */
export interface Program {
  tokenId: string;
  scope: TokenScope;
  /** The projects that the token is for; null: all of the person's. */
  projectIds: readonly string[] | null;
}

/** What a program may do with a call. */
export interface ProgramUse {
  use: 'read' | 'write' | 'never';
  /** It is about more than some projects: only with a token for all of them. */
  isWide?: true;
}

/** Whose projects are meant: a person's, or those of them that a program is limited to. */
export type Reach = Pick<Viewer, 'userId' | 'program'>;

function refusalOf({ scope, projectIds }: Program, { use, isWide }: ProgramUse): string | null {
  if (use === 'never') return 'A token for programs cannot do this';
  if (use === 'write' && scope === 'READ') return 'This token can only read';
  return isWide && projectIds ? 'This token is for some projects only' : null;
}

/** Refuses a program what it may not do with this call, whatever its person may: FORBIDDEN. */
export function requireUse(ctx: Context, operation: string, use: ProgramUse): void {
  const refusal = ctx.viewer?.program ? refusalOf(ctx.viewer.program, use) : null;
  if (refusal === null) return;
  securityEvent(ctx, 'access_refused', { operation });
  throw forbidden(refusal);
}

/** The condition on `project_member m` that it is the viewer's; a program's, that it is of the projects it is limited to. */
export function isTheirs({ userId, program }: Reach): RawBuilder<unknown> {
  const own = sql`m.user_id = ${userId}`;
  return program?.projectIds ? sql`${own} and m.project_id = any(${[...program.projectIds]}::uuid[])` : own;
}

/** Refuses to write to projects that a program is not for, as if they did not exist. */
export function requireReach({ program }: Reach, projectIds: readonly string[]): void {
  if (program?.projectIds && !projectIds.every((id) => program.projectIds?.includes(id))) throw notFound('Project');
}
