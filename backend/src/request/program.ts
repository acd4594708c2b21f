import { type RawBuilder, sql } from 'kysely';
import type { TokenScope } from '../../contract/enums.js';
import type { Context, Viewer } from './context.js';
import { forbidden, notFound } from '../platform/lib/errors.js';
import { securityEvent } from './securityEvents.js';

/** An API client: a program that acts for a person by a token. */
export interface Program {
  tokenId: string;
  scope: TokenScope;
  /** The projects of the token; null: all of the person's. */
  projectIds: readonly string[] | null;
}

/** The tokens with which a call can be made. */
export interface ProgramUse {
  use: 'read' | 'write' | 'never';
  /** The call is not limited to single projects, so it requires a token for all projects. */
  isWide?: true;
}

/** Whose projects are accessible: a person's, or the token's subset. */
export type AccessScope = Pick<Viewer, 'userId' | 'program'>;

function findRefusal({ scope, projectIds }: Program, { use, isWide }: ProgramUse): string | null {
  if (use === 'never') return 'A token for programs cannot do this';
  if (use === 'write' && scope === 'READ') return 'This token can only read';
  return isWide && projectIds ? 'This token is for some projects only' : null;
}

/** Throws FORBIDDEN if the API client's token does not allow the call. */
export function requireUse(ctx: Context, operation: string, use: ProgramUse): void {
  const refusal = ctx.viewer?.program ? findRefusal(ctx.viewer.program, use) : null;
  if (refusal === null) return;
  securityEvent(ctx, 'access_refused', { operation });
  throw forbidden(refusal);
}

/** The condition that `project_member m` is the viewer's and, for an API client, of the token's projects. */
export function isInScope({ userId, program }: AccessScope): RawBuilder<unknown> {
  const own = sql`m.user_id = ${userId}`;
  return program?.projectIds ? sql`${own} and m.project_id = any(${[...program.projectIds]}::uuid[])` : own;
}

/** Throws NOT_FOUND for projects outside of the token's scope. */
export function requireScope({ program }: AccessScope, projectIds: readonly string[]): void {
  if (program?.projectIds && !projectIds.every((id) => program.projectIds?.includes(id))) throw notFound('Project');
}
