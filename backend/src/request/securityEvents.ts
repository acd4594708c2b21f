import { createHmac } from 'node:crypto';
import { SECURITY_EVENTS, type SecurityEvent } from '../../contract/securityEvents.js';
import type { Context, Resources } from './context.js';

export type { SecurityEvent } from '../../contract/securityEvents.js';

/** Details beyond the person and the address. */
export interface SecurityDetails {
  /** The account, if it is not the viewer's. */
  userId?: string | undefined;
  /** An email as typed; logged as a keyed hash, so that attempts on one address can be correlated. */
  email?: string;
  /** Whether the account knows the device. */
  device?: 'known' | 'unknown';
  /** The exceeded limit. */
  limit?: string;
  /** The refused operation. */
  operation?: string;
}

/** Events that anyone can cause at any rate: their lines are limited per address and minute. */
export const LIMITED_EVENTS: ReadonlySet<SecurityEvent> = new Set([
  'registration_refused',
  'token_refused',
  'access_refused',
  'challenge_refused',
  'oidc_refused',
  'email_revert_failed',
  'email_verification_failed',
  'invitation_refused',
  'share_link_password_refused',
]);

/** The request of an event; a job has none. */
interface EventContext extends Partial<Pick<Context, 'caller' | 'viewer' | 'requestId'>> {
  resources: Pick<Resources, 'log' | 'rates' | 'tokenKey' | 'audit'>;
}

/** Logs a security event: what, who, from where, and its outcome. */
export function securityEvent(
  { resources, caller, viewer, requestId }: EventContext,
  event: SecurityEvent,
  { userId, email, ...details }: SecurityDetails = {},
): void {
  const { log, rates, tokenKey, audit } = resources;
  const outcome = SECURITY_EVENTS[event];
  const who =
    userId === undefined && email !== undefined
      ? { account: createHmac('sha256', tokenKey).update(email.toLowerCase()).digest('base64url').slice(0, 16) }
      : { userId: userId ?? viewer?.userId };
  const where = { address: caller?.address, requestId };
  const write = (): void => {
    log[outcome === 'success' ? 'info' : 'warn']({ event, outcome, ...who, ...where, ...details }, 'security event');
    const { account: emailHash, userId: whose = null } = { account: undefined, ...who };
    const by = viewer && viewer.userId !== whose ? viewer.userId : null;
    audit.record({
      kind: event,
      isFailure: outcome === 'failure',
      userId: whose,
      actorId: by,
      address: caller?.address ?? null,
      details: { ...details, ...(emailHash !== undefined && { emailHash }) },
    });
  };
  if (!LIMITED_EVENTS.has(event) || rates.allowsLogLine(`${event} ${caller?.address}`)) write();
}
