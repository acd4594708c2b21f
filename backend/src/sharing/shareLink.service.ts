import { type RawBuilder, sql } from 'kysely';
import { SHARE_LINKS as RULES } from '../../contract/limits.js';
import { createShareLinkSchema } from '../../contract/shareLinks.js';
import { ME } from '../../contract/taskList.js';
import type { ViewFilter } from '../../contract/views.js';
import type { Change } from '../write/changeLog.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import { refuseRepeat } from '../auth/accountCommand.js';
import { refuseCommon } from '../auth/commonPasswords.js';
import { generateToken, hashToken } from '../auth/linkToken.js';
import { hashQueueTurn } from '../auth/passwordAttempt.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { conflict, fieldError, forbidden, invalid, isNotFound, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { enforce, refuseAddToExample, refuseShare } from '../projects/project.policy.js';
import { readProject } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { readView, type ViewRow } from '../views/view.reads.js';
import { findShareLink, readShareLinkProjectId, type ShareLinkRow } from './shareLink.reads.js';
import type { CreateShareLinkPayload, RevokeShareLinkPayload } from './shareLink.types.js';

const ENDING = 4;

/** Returns the viewer's view; throws VALIDATION_FAILED if it does not exist or is not for the project. */
async function findView(ctx: Context, viewId: string, projectId: string): Promise<ViewRow> {
  const view = await readView(ctx, viewId).catch((error: unknown) => {
    throw isNotFound(error) ? invalid({ viewId: fieldError('viewNotFound', 'View not found') }) : error;
  });
  const projectIds = view.filter.projectIds?.length ? view.filter.projectIds : [view.projectId ?? projectId];
  if (!projectIds.includes(projectId)) {
    throw invalid({ viewId: fieldError('viewOfOtherProject', 'This view is for another project') });
  }
  return view;
}

/** Copies the filter of a view of the creator. Replaces "me" with their id, because visitors have no account. */
function copyFilter({ assigneeIds, ...filter }: ViewFilter, creatorId: string): ViewFilter {
  const given = Object.entries(filter).filter(([name, value]) => name !== 'projectIds' && value !== null);
  return {
    ...Object.fromEntries(given),
    ...(assigneeIds && { assigneeIds: assigneeIds.map((id) => (id === ME ? creatorId : id)) }),
  };
}

/**
 * Creates a link that shows the tasks of a project, or of a view, to everyone who has it. Only a hash of its token is
 * stored. Throws CONFLICT if the project has 20 links. OWNER only.
 */
export async function createShareLink(
  ctx: Context,
  rawId: unknown,
  raw: unknown,
): Promise<InstanceType<typeof CreateShareLinkPayload>> {
  const { userId } = requireViewer(ctx);
  const projectId = parseId(rawId);
  const { viewId = null, expiresAt = null, password = null, initials } = parse(createShareLinkSchema, raw);
  const { env, passwords, now } = ctx.resources;
  const project = await readProject(ctx, projectId);
  enforce(refuseShare(project.viewerRole));
  enforce(refuseAddToExample(project));
  if (!env.sharedLinks) throw forbidden('Shared links are turned off on this server');
  // also refuses NaN
  if (expiresAt && !(expiresAt > now())) {
    throw invalid({ expiresAt: fieldError('notInFuture', 'The expiry date must be in the future') });
  }
  if (password !== null) refuseCommon(password, 'password');
  const view = viewId === null ? null : await findView(ctx, viewId, projectId);
  await limitCreates(ctx);
  const passwordHash = password === null ? null : await passwords.hash(password, hashQueueTurn(ctx));
  const token = generateToken();
  const id = newId();
  const done = await command<ShareLinkRow>(ctx, {
    operation: 'createShareLink',
    // without the password, because a hash of the input is stored
    input: { projectId, viewId, expiresAt, hasPassword: password !== null, initials: initials ?? false },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseShare(tx.roleIn(projectId)));
      const db = tx.em.getKysely();
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from share_link where project_id = ${projectId} and ended_at is null`.execute(db);
      if ((rows[0]?.count ?? 0) >= RULES.max) {
        throw conflict(`This project has ${RULES.max} links. Revoke one that you no longer need.`);
      }
      await sql`
        insert into share_link (id, project_id, creator_id, token_hash, ending, password_hash, filter, view_name, initials,
          created_at, expires_at)
        values (${id}, ${projectId}, ${userId}, ${hashToken(token)}, ${token.slice(-ENDING)}, ${passwordHash},
          ${toJsonb(copyFilter(view?.filter ?? {}, userId))}, ${view?.name ?? null}, ${initials ?? false}, ${tx.now},
          ${expiresAt})`.execute(db);
      return findShareLink(tx.em, id);
    },
    repeat: refuseRepeat(
      'This link was created before, and its address is shown only once. Revoke it and create another one.',
    ),
  });
  securityEvent(ctx, 'share_link_made');
  return { url: `${env.publicUrl}/s/${token}`, shareLink: done.result, ...pickRevisions(done) };
}

/** Revokes a link: it is invalid at once, and open pages of visitors end within two seconds. OWNER only. */
export async function revokeShareLink(
  ctx: Context,
  rawId: unknown,
  rawProjectId?: unknown,
): Promise<RevokeShareLinkPayload> {
  const id = parseId(rawId);
  const projectId = await readShareLinkProjectId(ctx, id);
  if (rawProjectId != null && parseId(rawProjectId) !== projectId) throw notFound('Link');
  let isRevoked = false;
  const done = await command(ctx, {
    operation: 'revokeShareLink',
    input: { id },
    projectIds: [projectId],
    inArchived: true,
    run: async ({ em, now, roleIn }) => {
      enforce(refuseShare(roleIn(projectId)));
      const { rows } = await sql`
        update share_link set ended_at = ${now} where id = ${id} and ended_at is null returning id`.execute(
        em.getKysely(),
      );
      if (rows.length === 0) throw notFound('Link');
      isRevoked = true;
    },
  });
  if (isRevoked) securityEvent(ctx, 'share_link_revoked');
  return { shareLinkId: id, ...pickRevisions(done) };
}

/** Returns a condition on the project's links that a change ends. */
function findEndedLinks({ entity, entityId, action, fields }: Change): RawBuilder<unknown> | null {
  if (entity === 'project') {
    return action === 'deleted' || fields['archivedAt']?.[1] != null ? sql`true` : null;
  }
  // the database deletes the links of a member who has left
  const isDemoted = entity === 'member' && action === 'updated' && fields['role']?.[0] === 'OWNER';
  return isDemoted ? sql`creator_id = ${entityId}` : null;
}

/** Ends, within any command, the links of a deleted or archived project, and those created by a demoted owner. */
export async function endShareLinks({ em, now }: Tx, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const which = findEndedLinks(change);
    if (!which) continue;
    await sql`
      update share_link set ended_at = ${now}
      where project_id = ${change.projectId} and ended_at is null and ${which}`.execute(em.getKysely());
  }
}
