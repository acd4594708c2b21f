import { createHmac } from 'node:crypto';
import type { Context, Resources } from './context.js';

/** What an operator may want to hear of, and whether it went well. Documented; a name is never given another meaning. */
const EVENTS = {
  registered: 'success',
  registration_refused: 'failure',
  /** The password was right, the second factor is asked. */
  second_factor_asked: 'success',
  signed_in: 'success',
  sign_in_failed: 'failure',
  signed_out: 'success',
  password_changed: 'success',
  password_change_failed: 'failure',
  /** Of somebody signed in, for anything but a new password. */
  password_refused: 'failure',
  password_reset_asked: 'success',
  /** So many mails have gone out that this one does not. */
  password_reset_withheld: 'failure',
  password_reset_used: 'success',
  password_reset_failed: 'failure',
  two_factor_on: 'success',
  two_factor_off: 'success',
  /** By the operator, as are the four after it. */
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
  /** All that the account may see goes into one file; and that file was fetched. */
  export_requested: 'success',
  export_downloaded: 'success',
  /** Its 14 days have begun. */
  account_deletion_begun: 'success',
  account_restored: 'success',
  /** For good. */
  account_deleted: 'success',
  invitation_accepted: 'success',
  invitation_refused: 'failure',
  /** So many mails have gone to that address that this one does not. */
  invitation_withheld: 'failure',
  device_known: 'success',
  devices_forgotten: 'success',
  rate_limited: 'failure',
  token_refused: 'failure',
  access_refused: 'failure',
} as const;
export type SecurityEvent = keyof typeof EVENTS;

/** What belongs to an event beside who and where from. */
export interface SecurityDetails {
  /** Whose account, where that is not the viewer's. */
  userId?: string | undefined;
  /** An e-mail as it was typed: kept as a keyed hash, so that tries at one address can be told from others. */
  email?: string;
  /** Whether the device is one that the account knows. */
  device?: 'known' | 'unknown';
  /** The limit that was met. */
  limit?: string;
  /** What was refused. */
  operation?: string;
}

/** Anybody can cause these as often as they like: of them an address has so many lines a minute. */
const BOUNDED: ReadonlySet<SecurityEvent> = new Set([
  'registration_refused',
  'token_refused',
  'access_refused',
  'challenge_refused',
  'email_revert_failed',
  'invitation_refused',
]);

/** Where an event happens: in a request, or without one in a job. */
interface EventContext extends Partial<Pick<Context, 'caller' | 'viewer' | 'requestId'>> {
  resources: Pick<Resources, 'log' | 'rates' | 'tokenKey'>;
}

/** Writes one line about something that matters for security: what, who, from where, and how it went. */
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
  // what is undefined is left out of the line
  const where = { address: caller?.address, requestId };
  const write = (): void =>
    log[outcome === 'success' ? 'info' : 'warn']({ event, outcome, ...who, ...where, ...details }, 'security event');
  if (!BOUNDED.has(event) || rates.isLine(`${event} ${caller?.address}`)) write();
}
