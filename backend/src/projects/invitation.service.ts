import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { inviteMemberSchema } from '../../contract/invitations.js';
import { DAY_MS, INVITATIONS } from '../../contract/limits.js';
import type { Change } from '../write/changeLog.js';
import { command, pickRevisions, type Tx, type Written } from '../write/command.js';
import type { Context } from '../request/context.js';
import { AppError, conflict, fieldError, invalid } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { limitPerson, refundPerson } from '../request/rates.js';
import { readSignUpMode } from '../request/serverValues.js';
import { isActive } from '../users/user.reads.js';
import { findInvitation, INVITATION_ROWS, type InvitationRow } from './invitation.reads.js';
import type { InvitationWrittenType, RevokeInvitationPayload } from './invitation.types.js';
import { Project } from './project.entity.js';
import { enforce, refuseAddToExample, refuseManageMembers } from './project.policy.js';
import { readProject } from './project.reads.js';

interface Invited {
  email: string;
  role: ProjectRole;
}

/** Throws RATE_LIMITED if the project has too many pending invitations. */
async function limitPending({ em, now }: Tx, projectId: string, { email }: Invited): Promise<void> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count, ceil(extract(epoch from min(expires_at) - ${now}::timestamptz))::int as seconds
    from invitation
    where project_id = ${projectId} and ended_at is null and expires_at > ${now}
      and lower(email) <> lower(${email})`.execute(em.getKysely());
  const [waiting] = rows;
  if (!waiting || waiting.count < INVITATIONS.pending) return;
  const message = `${INVITATIONS.pending} invitations to this project are pending. Revoke one first.`;
  throw new AppError('RATE_LIMITED', message, { retryAfter: waiting.seconds });
}

/** With sign-up closed, an address without an account could never accept its invitation. */
async function requireAccount({ em }: Tx, { email }: Invited): Promise<void> {
  const { rows } = await sql`
    select 1 from account a where lower(a.email) = lower(${email}) and ${isActive}`.execute(em.getKysely());
  if (rows.length > 0) return;
  throw invalid({
    email: fieldError('noAccount', 'There is no account with this address, and sign-up is closed on this server'),
  });
}

/** Creates or renews the invitation of an address and queues its mail. */
async function upsertInvitation(
  tx: Tx,
  projectId: string,
  invited: Invited,
  isClosed: boolean,
): Promise<InvitationRow> {
  await limitPending(tx, projectId, invited);
  if (isClosed) await requireAccount(tx, invited);
  const { em, now, viewer } = tx;
  const until = new Date(now.getTime() + INVITATIONS.days * DAY_MS);
  const { email, role } = invited;
  const { rows } = await sql<object>`
    insert into invitation as i (id, project_id, email, role, inviter_id, created_at, expires_at)
    values (${newId()}, ${projectId}, ${email}, ${role}, ${viewer.userId}, ${now}, ${until})
    on conflict (project_id, lower(email)) where ended_at is null do update
      set role = excluded.role, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at
    returning ${INVITATION_ROWS.columns}`.execute(em.getKysely());
  const invitation = INVITATION_ROWS.toRow(rows[0] as object);
  // the key merges mails that were not written yet
  await addJob(em, 'mailInvitation', { id: invitation.id }, { key: `invitation:${invitation.id}` });
  return invitation;
}

/** Runs an owner's command that sends an invitation mail, counted against the viewer's limit unless it fails. */
async function runInvitationCommand(
  ctx: Context,
  projectId: string,
  spec: { operation: string; input: object; whom: (em: EntityManager) => Promise<Invited> },
): Promise<InvitationWrittenType> {
  await limitPerson(ctx, 'invitationMailsPerPerson');
  let isSent = false;
  let done: Written<InvitationRow>;
  try {
    done = await command<InvitationRow>(ctx, {
      operation: spec.operation,
      input: spec.input,
      projectIds: [projectId],
      run: async (tx) => {
        enforce(refuseManageMembers(tx.roleIn(projectId)));
        enforce(refuseAddToExample(await tx.em.findOneOrFail(Project, { id: projectId })));
        const sent = await upsertInvitation(
          tx,
          projectId,
          await spec.whom(tx.em),
          (await readSignUpMode(ctx.resources, tx.em)) === 'closed',
        );
        isSent = true;
        return sent;
      },
      receipt: ({ id }) => ({ id }),
      repeat: async ({ id }) => {
        await readProject(ctx, projectId);
        return findInvitation(ctx.em, projectId, id ?? '');
      },
    });
  } finally {
    if (!isSent) await refundPerson(ctx, 'invitationMailsPerPerson');
  }
  return { invitation: done.result, ...pickRevisions(done) };
}

/**
 * Invites an address to a project. The answer does not reveal whether the address has an account, except that a
 * member's address is a CONFLICT. OWNER only. Adds nothing to the change log until the invitation is accepted.
 */
export async function inviteMember(ctx: Context, rawId: unknown, raw: unknown): Promise<InvitationWrittenType> {
  const projectId = parseId(rawId);
  const invited = parse(inviteMemberSchema, raw);
  // limited because the CONFLICT reveals members' addresses
  await limitPerson(ctx, 'lookupPerPerson');
  return runInvitationCommand(ctx, projectId, {
    operation: 'inviteMember',
    input: { projectId, ...invited },
    whom: async (em) => {
      const { rows } = await sql`
        select 1 from project_member m join account a on a.id = m.user_id
        where m.project_id = ${projectId} and lower(a.email) = lower(${invited.email})`.execute(em.getKysely());
      if (rows.length > 0) throw conflict('This person is already a member');
      return invited;
    },
  });
}

/** Mails an invitation again and restarts its lifetime. OWNER only. */
export async function resendInvitation(
  ctx: Context,
  rawProjectId: unknown,
  rawId: unknown,
): Promise<InvitationWrittenType> {
  const projectId = parseId(rawProjectId);
  const id = parseId(rawId);
  return runInvitationCommand(ctx, projectId, {
    operation: 'resendInvitation',
    input: { projectId, id },
    whom: (em) => findInvitation(em, projectId, id),
  });
}

/** Revokes an invitation, which invalidates its links. OWNER only. */
export async function revokeInvitation(
  ctx: Context,
  rawProjectId: unknown,
  rawId: unknown,
): Promise<RevokeInvitationPayload> {
  const projectId = parseId(rawProjectId);
  const id = parseId(rawId);
  const done = await command(ctx, {
    operation: 'revokeInvitation',
    input: { projectId, id },
    projectIds: [projectId],
    inArchived: true,
    run: async ({ em, now, roleIn }) => {
      enforce(refuseManageMembers(roleIn(projectId)));
      await findInvitation(em, projectId, id);
      await sql`update invitation set ended_at = ${now} where id = ${id}`.execute(em.getKysely());
    },
  });
  return { invitationId: id, ...pickRevisions(done) };
}

/** Returns an SQL condition for the project's invitations that a change ends; null if it ends none. */
function findEndedInvitations(
  { entity, entityId, action, fields }: Change,
  all: readonly Change[],
): RawBuilder<unknown> | null {
  if (entity === 'project') return action === 'deleted' ? sql`true` : null;
  if (entity !== 'member') return null;
  if (action === 'updated') return fields['role']?.[0] === 'OWNER' ? sql`i.inviter_id = ${entityId}` : null;
  // a new project has no invitations
  if (action !== 'created' || all.some((it) => it.entity === 'project')) return null;
  return sql`lower(i.email) = (select lower(email) from account where id = ${entityId})`;
}

/**
 * Ends, within any command, invitations that were sent by a demoted owner, belong to a deleted project, or are for an
 * added member. (The database ends the invitations of a member who has left.)
 */
export async function endInvitations({ em, now }: Tx, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const which = findEndedInvitations(change, changes);
    if (!which) continue;
    await sql`
      update invitation i set ended_at = ${now}
      where i.project_id = ${change.projectId} and i.ended_at is null and ${which}`.execute(em.getKysely());
  }
}
