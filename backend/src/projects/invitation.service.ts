import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { inviteMemberSchema } from '../../contract/invitations.js';
import { DAY_MS, INVITATIONS as RULES } from '../../contract/limits.js';
import type { Change } from '../kernel/changeLog.js';
import { command, leftBy, type Tx, type Written } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { AppError, conflict, invalid } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { giveBackPerson, limitPerson } from '../kernel/rates.js';
import { isActive } from '../users/user.reads.js';
import { findInvitation, INVITATIONS, type InvitationRow } from './invitation.reads.js';
import type { InvitationWrittenType, RevokeInvitationPayload } from './invitation.types.js';
import { enforce, refuseManageMembers } from './project.policy.js';
import { readProject } from './project.reads.js';

/** Who is asked to come, and as what. */
interface Invited {
  email: string;
  role: ProjectRole;
}

/** RATE_LIMITED where as many wait for an answer as may, until the first of them has expired. */
async function refuseTooMany({ em, now }: Tx, projectId: string, { email }: Invited): Promise<void> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count(*)::int as count, ceil(extract(epoch from min(expires_at) - ${now}::timestamptz))::int as seconds
    from invitation
    where project_id = ${projectId} and ended_at is null and expires_at > ${now}
      and lower(email) <> lower(${email})`.execute(em.getKysely());
  const [waiting] = rows;
  if (!waiting || waiting.count < RULES.pending) return;
  const message = `${RULES.pending} invitations to this project wait for an answer. Revoke one first.`;
  throw new AppError('RATE_LIMITED', message, { retryAfter: waiting.seconds });
}

/** Where sign-up is closed, an invitation to an address without an account could never be accepted. */
async function refuseStranger({ em }: Tx, { email }: Invited): Promise<void> {
  const { rows } = await sql`
    select 1 from account a where lower(a.email) = lower(${email}) and ${isActive}`.execute(em.getKysely());
  if (rows.length > 0) return;
  throw invalid({ email: ['There is no account with this address, and sign-up is closed on this server'] });
}

/** Keeps an invitation from now on, by the viewer; where the address has one already, that one is renewed. Mails it. */
async function send(tx: Tx, projectId: string, invited: Invited, isClosed: boolean): Promise<InvitationRow> {
  await refuseTooMany(tx, projectId, invited);
  if (isClosed) await refuseStranger(tx, invited);
  const { em, now, viewer } = tx;
  const until = new Date(now.getTime() + RULES.days * DAY_MS);
  const { email, role } = invited;
  const { rows } = await sql<object>`
    insert into invitation as i (id, project_id, email, role, inviter_id, created_at, expires_at)
    values (${newId()}, ${projectId}, ${email}, ${role}, ${viewer.userId}, ${now}, ${until})
    on conflict (project_id, lower(email)) where ended_at is null do update
      set role = excluded.role, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at
    returning ${INVITATIONS.columns}`.execute(em.getKysely());
  const invitation = INVITATIONS.toRow(rows[0] as object);
  // of several that have not been written yet, one goes out
  await addJob(em, 'mailInvitation', { id: invitation.id }, { key: `invitation:${invitation.id}` });
  return invitation;
}

/** A command of an owner's that sends a mail, which counts unless none goes out. */
async function sending(
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
        const sent = await send(tx, projectId, await spec.whom(tx.em), ctx.resources.env.signUp === 'closed');
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
    if (!isSent) await giveBackPerson(ctx, 'invitationMailsPerPerson');
  }
  return { invitation: done.result, ...leftBy(done) };
}

/**
 * Invites somebody to a project by mail. It is answered and done alike whether the address has an account; CONFLICT where it
 * is a member's. OWNER only. The log hears of it when somebody joins.
 */
export async function inviteMember(ctx: Context, rawId: unknown, raw: unknown): Promise<InvitationWrittenType> {
  const projectId = parseId(rawId);
  const invited = parse(inviteMemberSchema, raw);
  // whose address it is could be tried out by it
  await limitPerson(ctx, 'lookupPerPerson');
  return sending(ctx, projectId, {
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

/** Mails an invitation once more, from now on by the viewer, and lets it wait its whole time again. OWNER only. */
export async function resendInvitation(
  ctx: Context,
  rawProjectId: unknown,
  rawId: unknown,
): Promise<InvitationWrittenType> {
  const projectId = parseId(rawProjectId);
  const id = parseId(rawId);
  return sending(ctx, projectId, {
    operation: 'resendInvitation',
    input: { projectId, id },
    whom: (em) => findInvitation(em, projectId, id),
  });
}

/** Ends an invitation: its links are worthless from then on. OWNER only. */
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
  return { invitationId: id, ...leftBy(done) };
}

/** Which invitations of its project a change ends. */
function endedBy({ entity, entityId, action, fields }: Change, all: readonly Change[]): RawBuilder<unknown> | null {
  if (entity === 'project') return action === 'deleted' ? sql`true` : null;
  if (entity !== 'member') return null;
  if (action === 'updated') return fields['role']?.[0] === 'OWNER' ? sql`i.inviter_id = ${entityId}` : null;
  // a new project has none
  if (action !== 'created' || all.some((it) => it.entity === 'project')) return null;
  return sql`lower(i.email) = (select lower(email) from account where id = ${entityId})`;
}

/**
 * Within whatever command: ends the invitations of somebody who is no owner any more (of who has left, the database ends
 * them), those of a project that is deleted, and the one to somebody who was added.
 */
export async function endInvitations({ em, now }: Tx, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const which = endedBy(change, changes);
    if (!which) continue;
    await sql`
      update invitation i set ended_at = ${now}
      where i.project_id = ${change.projectId} and i.ended_at is null and ${which}`.execute(em.getKysely());
  }
}
