import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ProjectRole } from '../../contract/enums.js';
import { invitationTokenSchema } from '../../contract/invitations.js';
import { hashToken, generateToken } from '../auth/linkToken.js';
import { markEmailVerified } from '../auth/verifiedEmail.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import { type Context, requireViewer, type Resources } from '../request/context.js';
import { fieldError, type FieldError, forbidden, invalid } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { getUser } from '../users/user.service.js';
import type { InvitationPreviewType } from './invitation.types.js';
import { MEMBERS } from './member.reads.js';
import { Membership } from './membership.entity.js';
import { readProject } from './project.reads.js';
import type { MemberWrittenType } from './project.types.js';

export interface IssuedLink {
  email: string;
  role: ProjectRole;
  projectName: string;
  inviter: string;
  /** The preferences of the invited person, if they have an account, or else of the inviter. */
  preferences: Record<string, unknown>;
  token: string;
}

/** The current state of an invitation that a link leads to. */
export interface TokenInvitation extends Omit<IssuedLink, 'token'> {
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
    p.name as "projectName", a.first_name || ' ' || a.last_name as inviter,
    coalesce((select o.preferences from account o where lower(o.email) = lower(i.email)), a.preferences) as preferences
  from invitation i
  join project p on p.id = i.project_id and p.deleted_at is null
  join account a on a.id = i.inviter_id`;

/**
 * Creates an invitation link. Only its token's hash is stored, so the token must go straight into the mail. Earlier
 * links stay valid, because people may open an older mail. Returns null if the invitation has ended.
 */
export async function createInvitationLink({ orm, now }: Resources, id: string): Promise<IssuedLink | null> {
  const db = orm.em.fork().getKysely();
  const { rows } = await sql<
    Omit<IssuedLink, 'token'>
  >`${LINKED} where i.id = ${id} and i.ended_at is null and i.expires_at > ${now()}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const token = generateToken();
  await sql`insert into invitation_link (token_hash, invitation_id) values (${hashToken(token)}, ${id})`.execute(db);
  return { ...found, token };
}

async function findInvitationByToken(em: EntityManager, tokenHash: string): Promise<TokenInvitation | null> {
  const { rows } = await sql<Omit<TokenInvitation, 'tokenHash'>>`
    ${LINKED} join invitation_link l on l.invitation_id = i.id where l.token_hash = ${tokenHash}`.execute(
    em.getKysely(),
  );
  return rows[0] ? { ...rows[0], tokenHash, expiresAt: new Date(rows[0].expiresAt) } : null;
}

const LINK_ENDED = fieldError(
  'linkEnded',
  'This invitation is no longer valid. Ask the person who invited you for a new one.',
);

/** Returns the reason why a link is invalid, or null. */
function findLinkError(found: TokenInvitation | null, now: Date): FieldError | null {
  if (!found) return LINK_ENDED;
  if (found.isAccepted) return fieldError('invitationUsed', 'This invitation was already used. Each works once.');
  if (found.isEnded) return fieldError('invitationRevoked', 'This invitation was withdrawn.');
  if (found.expiresAt > now) return null;
  const { inviter } = found;
  return fieldError('invitationExpired', `This invitation has expired. Ask ${inviter} for a new one.`, { inviter });
}

/** The input field of the token, used in errors. */
type TokenField = 'token' | 'invitation';

function refuse(ctx: Context, reason: FieldError, field: TokenField = 'token'): never {
  securityEvent(ctx, 'invitation_refused');
  throw invalid({ [field]: reason });
}

/** Returns the invitation of a token, or throws VALIDATION_FAILED at the token's field. */
export async function requireInvitationByToken(
  ctx: Context,
  token: string,
  field: TokenField,
): Promise<TokenInvitation> {
  await limitAddress(ctx, 'invitationPerAddress');
  const found = await findInvitationByToken(ctx.em, hashToken(token));
  const reason = findLinkError(found, ctx.resources.now());
  return !found || reason !== null ? refuse(ctx, reason ?? LINK_ENDED, field) : found;
}

/** Adds a new member by a link's token, with the project locked. An invited OWNER must have the invited address. */
export async function joinByLink(
  ctx: Context,
  { em, now }: Pick<Tx, 'em' | 'now'>,
  tokenHash: string,
  { userId, email, field = 'token' }: { userId: string; email: string | null; field?: TokenField },
): Promise<Membership> {
  // the project's lock, which all changes of invitations take, keeps this state stable
  const invitation = await findInvitationByToken(em, tokenHash);
  const reason = findLinkError(invitation, now);
  if (!invitation || reason !== null) return refuse(ctx, reason ?? LINK_ENDED, field);
  const { id, projectId, role } = invitation;
  if (role === 'OWNER' && invitation.email.toLowerCase() !== email?.toLowerCase()) {
    throw forbidden(`Only ${invitation.email} can accept this invitation, because it grants ownership.`);
  }
  const db = em.getKysely();
  await sql`update invitation set ended_at = ${now}, accepted_by = ${userId} where id = ${id}`.execute(db);
  // only the mail has the link
  if (invitation.email.toLowerCase() === email?.toLowerCase()) {
    await sql`select 1 from account where id = ${userId} for update`.execute(db);
    await markEmailVerified(ctx, em, { userId, at: now, email, sessionId: ctx.viewer?.sessionId });
  }
  return em.create(Membership, { projectId, userId, role, joinedAt: now });
}

/** Returns a preview of an invitation for anyone with its link. Throws VALIDATION_FAILED at an invalid `token`. */
export async function previewInvitation(ctx: Context, raw: unknown): Promise<InvitationPreviewType> {
  const { token } = parse(invitationTokenSchema, raw);
  const { projectName, inviter, email, role, expiresAt } = await requireInvitationByToken(ctx, token, 'token');
  return { projectName, inviter, email, role, expiresAt };
}

/**
 * Adds the viewer as a member by an invitation link, whatever their address, except that an invitation as OWNER
 * requires the invited address. Single use. A present member gets their membership, and the link stays unused.
 */
export async function acceptInvitation(ctx: Context, raw: unknown): Promise<MemberWrittenType> {
  const { userId } = requireViewer(ctx);
  const { token } = parse(invitationTokenSchema, raw);
  await limitAddress(ctx, 'invitationPerAddress');
  const tokenHash = hashToken(token);
  const found = await findInvitationByToken(ctx.em, tokenHash);
  if (!found) return refuse(ctx, LINK_ENDED);
  const { projectId } = found;
  const { email } = await getUser(ctx, userId);
  let isNew = false;
  const { result, ...left } = await command<Membership>(ctx, {
    operation: 'acceptInvitation',
    input: { tokenHash },
    projectIds: [projectId],
    actor: { kind: 'guest' },
    needs: 'ANY',
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
  return { member: MEMBERS.of(result), ...pickRevisions(left) };
}
