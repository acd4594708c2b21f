import { timingSafeEqual } from 'node:crypto';
import { isPossiblePassword } from '../../contract/auth.js';
import { HOUR_MS, SHARE_LINKS } from '../../contract/limits.js';
import { openSharedLinkSchema } from '../../contract/shareLinks.js';
import { hashToken } from '../auth/linkToken.js';
import { hashQueueTurn } from '../auth/passwordAttempt.js';
import { AppError, fieldError, invalid, unauthenticated } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { limitAddress, limitSharedPassword, refundSharedPassword } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { findValidLink, type ValidLink } from './shareLink.reads.js';
import type { OpenSharedLinkPayload } from './sharedBoard.types.js';

/** How a visitor's request identifies a link. */
export interface NamedLink {
  token: string;
  /** The key of a link with a password. */
  key?: string | null | undefined;
}

/**
 * Returns the key of a link that is valid until a time. The key is not stored but derived from the server's secret and
 * the hash of the password. The link is looked up for each request, so a key opens nothing once the link has ended.
 */
function keyUntil({ resources: { secrets } }: Context, { id, passwordHash }: ValidLink, until: number): string {
  return `${until.toString(36)}.${secrets.hash(`share ${until} ${passwordHash}`, id)}`;
}

function isKey(ctx: Context, link: ValidLink, key: string): boolean {
  const until = Number.parseInt(key.split('.')[0] ?? '', 36);
  if (!(until > ctx.resources.now().getTime())) return false;
  const [given, right] = [key, keyUntil(ctx, link, until)].map((text) => Buffer.from(text));
  return given?.length === right?.length && timingSafeEqual(given as Buffer, right as Buffer);
}

/** Finds a valid link for one request of a visitor. Throws NOT_FOUND both for absent and for ended links. */
async function findLink(ctx: Context, token: string): Promise<ValidLink> {
  await limitAddress(ctx, 'sharedReadsPerAddress');
  const { env, now } = ctx.resources;
  const link = env.sharedLinks ? await findValidLink(ctx.em, hashToken(token), now()) : undefined;
  if (!link) throw new AppError('NOT_FOUND', 'This link does not exist, or it has ended');
  return link;
}

/** Returns a valid link for one request of a visitor. Throws UNAUTHENTICATED if it has a password and the key does not fit. */
export async function requireLink(ctx: Context, { token, key }: NamedLink): Promise<ValidLink> {
  const link = await findLink(ctx, token);
  if (link.passwordHash !== null && (key == null || !isKey(ctx, link, key))) {
    throw unauthenticated('This link needs its password');
  }
  return link;
}

/**
 * Returns a key for a link with a password, valid for 12 hours. Only wrong passwords count as attempts, summed over all
 * addresses. People who guess therefore do not lock out visitors who have a key.
 */
export async function openSharedLink(ctx: Context, raw: unknown): Promise<OpenSharedLinkPayload> {
  const { token, password } = parse(openSharedLinkSchema, raw);
  const link = await findLink(ctx, token);
  const { passwords, now } = ctx.resources;
  if (link.passwordHash !== null) {
    await limitSharedPassword(ctx, link.id);
    let isRight: boolean;
    try {
      isRight =
        isPossiblePassword(password) && (await passwords.verify(password, link.passwordHash, hashQueueTurn(ctx)));
    } catch (error) {
      await refundSharedPassword(ctx, link.id);
      throw error;
    }
    if (!isRight) {
      securityEvent(ctx, 'share_link_password_refused');
      throw invalid({ password: fieldError('wrongPassword', 'This password is not correct') });
    }
    await refundSharedPassword(ctx, link.id);
  }
  const until = now().getTime() + SHARE_LINKS.openHours * HOUR_MS;
  return { key: keyUntil(ctx, link, until), expiresAt: new Date(until) };
}
