import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { invitationTokenSchema } from '../../contract/invitations.js';
import { hashOfToken, newToken } from '../auth/linkToken.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import { type Context, requireViewer, type Resources } from '../kernel/context.js';
import { forbidden, invalid } from '../kernel/errors.js';
import { parse } from '../kernel/parse.js';
import { limitAddress } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { getUser } from '../users/user.service.js';
import type { InvitationPreviewType } from './invitation.types.js';
import { MEMBERS } from './member.reads.js';
import { Membership } from './membership.entity.js';
import { readProject } from './project.reads.js';
import type { MemberWrittenType } from './project.types.js';

/** What a mail says of an invitation, and the token that makes it its reader's. */
export interface IssuedLink {
  email: string;
  role: ProjectRole;
  projectName: string;
  inviter: string;
  token: string;
}

/** What a link leads to, as it is now. */
export interface Linked extends Omit<IssuedLink, 'token'> {
  id: string;
  tokenHash: string;
  projectId: string;
  expiresAt: Date;
  isEnded: boolean;
  isAccepted: boolean;
}

const LINKED = sql`
  select i.id, i.project_id as "projectId", i.email, i.role, i.expires_at as "expiresAt",
    i.ended_at is not null as "isEnded", i.accepted_by is not null as "isAccepted",
    p.name as "projectName", a.first_name || ' ' || a.last_name as inviter
  from invitation i
  join project p on p.id = i.project_id and p.deleted_at is null
  join account a on a.id = i.inviter_id`;

/**
 * Makes a link of an invitation. A hash of its token is kept, so it must go straight into the mail. Earlier ones go on
 * working, as people open the mail they find. Null for an invitation that is over.
 */
export async function issueInvitationLink({ orm, now }: Resources, id: string): Promise<IssuedLink | null> {
  const db = orm.em.fork().getKysely();
  const { rows } = await sql<
    Omit<IssuedLink, 'token'>
  >`${LINKED} where i.id = ${id} and i.ended_at is null and i.expires_at > ${now()}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const token = newToken();
  await sql`insert into invitation_link (token_hash, invitation_id) values (${hashOfToken(token)}, ${id})`.execute(db);
  return { ...found, token };
}

async function findLinked(em: EntityManager, tokenHash: string): Promise<Linked | null> {
  const { rows } = await sql<Omit<Linked, 'tokenHash'>>`
    ${LINKED} join invitation_link l on l.invitation_id = i.id where l.token_hash = ${tokenHash}`.execute(
    em.getKysely(),
  );
  return rows[0] ? { ...rows[0], tokenHash, expiresAt: new Date(rows[0].expiresAt) } : null;
}

/** Why a link does not lead anywhere; null where it does. */
function whyOver(found: Linked | null, now: Date): string | null {
  if (!found) return 'This invitation is no longer valid. Ask whoever invited you for a new one.';
  if (found.isAccepted) return 'This invitation has been used already: each works once.';
  if (found.isEnded) return 'This invitation was withdrawn.';
  return found.expiresAt <= now ? `This invitation has expired. Ask ${found.inviter} for a new one.` : null;
}

/** The field that a link's token is given in. */
type TokenField = 'token' | 'invitation';

function refuse(ctx: Context, reason: string, field: TokenField = 'token'): never {
  securityEvent(ctx, 'invitation_refused');
  throw invalid({ [field]: [reason] });
}

/** Finds what a token leads to; VALIDATION_FAILED at its field when it is over. */
export async function requireLinked(ctx: Context, token: string, field: TokenField): Promise<Linked> {
  await limitAddress(ctx, 'invitationPerAddress');
  const found = await findLinked(ctx.em, hashOfToken(token));
  const reason = whyOver(found, ctx.resources.now());
  return !found || reason !== null ? refuse(ctx, reason ?? '', field) : found;
}

/**
 * Makes a person a member by the token of a link, with the project's lock held; they are none yet. Only to become an OWNER
 * takes the address that it was mailed to.
 */
export async function joinByLink(
  ctx: Context,
  { em, now }: Pick<Tx, 'em' | 'now'>,
  tokenHash: string,
  { userId, email, field = 'token' }: { userId: string; email: string | null; field?: TokenField },
): Promise<Membership> {
  // everybody who changes an invitation holds its project: this is how it stays
  const invitation = await findLinked(em, tokenHash);
  const reason = whyOver(invitation, now);
  if (!invitation || reason !== null) return refuse(ctx, reason ?? '', field);
  const { id, projectId, role } = invitation;
  if (role === 'OWNER' && invitation.email.toLowerCase() !== email?.toLowerCase()) {
    throw forbidden(`Only ${invitation.email} can accept this invitation, as it makes an owner.`);
  }
  await sql`update invitation set ended_at = ${now}, accepted_by = ${userId} where id = ${id}`.execute(em.getKysely());
  return em.create(Membership, { projectId, userId, role, joinedAt: now });
}

/** What an invitation is about, for whoever has its link; VALIDATION_FAILED at `token` when it is over. */
export async function previewInvitation(ctx: Context, raw: unknown): Promise<InvitationPreviewType> {
  const { token } = parse(invitationTokenSchema, raw);
  const { projectName, inviter, email, role, expiresAt } = await requireLinked(ctx, token, 'token');
  return { projectName, inviter, email, role, expiresAt };
}

/**
 * Makes the viewer a member by the link of an invitation, whatever their address: the link is the proof. Only to become an
 * OWNER takes the address that it was mailed to. Single use; who is a member already is answered as one, and uses nothing.
 */
export async function acceptInvitation(ctx: Context, raw: unknown): Promise<MemberWrittenType> {
  const { userId } = requireViewer(ctx);
  const { token } = parse(invitationTokenSchema, raw);
  await limitAddress(ctx, 'invitationPerAddress');
  const tokenHash = hashOfToken(token);
  const found = await findLinked(ctx.em, tokenHash);
  if (!found) return refuse(ctx, whyOver(found, ctx.resources.now()) ?? '');
  const { projectId } = found;
  const { email } = await getUser(ctx, userId);
  let isNew = false;
  const { result, ...left } = await command<Membership>(ctx, {
    operation: 'acceptInvitation',
    input: { tokenHash },
    projectIds: [projectId],
    actor: { kind: 'guest' },
    run: async (tx) => {
      const already = await tx.em.findOne(Membership, { projectId, userId });
      if (already) return already;
      const joined = await joinByLink(ctx, tx, tokenHash, { userId, email });
      isNew = true;
      return joined;
    },
    repeat: async () => {
      await readProject(ctx, projectId);
      return ctx.em.findOneOrFail(Membership, { projectId, userId });
    },
  });
  if (isNew) securityEvent(ctx, 'invitation_accepted');
  return { member: MEMBERS.of(result), ...leftBy(left) };
}
