import { createHmac } from 'node:crypto';
import type { Context, Resources } from './context.js';

/** Events for operators, with their outcome. Documented; a name never changes its meaning. */
const EVENTS = {
  registered: 'success',
  registration_refused: 'failure',
  /** The password was correct; the second factor is next. */
  second_factor_asked: 'success',
  signed_in: 'success',
  sign_in_failed: 'failure',
  signed_out: 'success',
  password_changed: 'success',
  password_change_failed: 'failure',
  /** A signed-in person gave a wrong password for anything but a password change. */
  password_refused: 'failure',
  password_reset_asked: 'success',
  /** Not sent, because too many mails were sent. */
  password_reset_withheld: 'failure',
  password_reset_used: 'success',
  password_reset_failed: 'failure',
  two_factor_on: 'success',
  two_factor_off: 'success',
  /** By the operator, like the next four. */
  two_factor_reset: 'success',
  account_suspended: 'success',
  account_lifted: 'success',
  signed_out_everywhere: 'success',
  password_link_made: 'success',
  recovery_codes_renewed: 'success',
  recovery_code_used: 'success',
  code_refused: 'failure',
  challenge_refused: 'failure',
  session_revoked: 'success',
  sessions_revoked: 'success',
  api_token_made: 'success',
  api_token_revoked: 'success',
  email_changed: 'success',
  email_reverted: 'success',
  email_revert_failed: 'failure',
  /** An export contains everything that the account can see. */
  export_requested: 'success',
  export_downloaded: 'success',
  /** The 14 days before the deletion have begun. */
  account_deletion_begun: 'success',
  account_restored: 'success',
  account_deleted: 'success',
  invitation_accepted: 'success',
  invitation_refused: 'failure',
  /** Not sent, because too many mails were sent to the address. */
  invitation_withheld: 'failure',
  share_link_made: 'success',
  share_link_revoked: 'success',
  /** A wrong password of a shared link. */
  share_link_password_refused: 'failure',
  device_known: 'success',
  devices_forgotten: 'success',
  rate_limited: 'failure',
  token_refused: 'failure',
  access_refused: 'failure',
} as const;
export type SecurityEvent = keyof typeof EVENTS;

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
const LIMITED: ReadonlySet<SecurityEvent> = new Set([
  'registration_refused',
  'token_refused',
  'access_refused',
  'challenge_refused',
  'email_revert_failed',
  'invitation_refused',
  'share_link_password_refused',
]);

/** The request of an event; a job has none. */
interface EventContext extends Partial<Pick<Context, 'caller' | 'viewer' | 'requestId'>> {
  resources: Pick<Resources, 'log' | 'rates' | 'tokenKey'>;
}

/** Logs a security event: what, who, from where, and its outcome. */
export function securityEvent(
  { resources, caller, viewer, requestId }: EventContext,
  event: SecurityEvent,
  { userId, email, ...details }: SecurityDetails = {},
): void {
  const { log, rates, tokenKey } = resources;
  const outcome = EVENTS[event];
  const who =
    userId === undefined && email !== undefined
      ? { account: createHmac('sha256', tokenKey).update(email.toLowerCase()).digest('base64url').slice(0, 16) }
      : { userId: userId ?? viewer?.userId };
  const where = { address: caller?.address, requestId };
  const write = (): void =>
    log[outcome === 'success' ? 'info' : 'warn']({ event, outcome, ...who, ...where, ...details }, 'security event');
  if (!LIMITED.has(event) || rates.isLine(`${event} ${caller?.address}`)) write();
}
