/** Security events with their outcome. Documented; a name never changes its meaning. */
export const SECURITY_EVENTS = {
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
  /** Not sent, because the limit of mails was reached. */
  password_reset_withheld: 'failure',
  password_reset_used: 'success',
  password_reset_failed: 'failure',
  two_factor_on: 'success',
  two_factor_off: 'success',
  /** By the operator or an administrator, like the next two events. */
  two_factor_reset: 'success',
  account_suspended: 'success',
  account_lifted: 'success',
  /** By the operator, like the next event. */
  signed_out_everywhere: 'success',
  password_link_made: 'success',
  recovery_codes_renewed: 'success',
  recovery_code_used: 'success',
  code_refused: 'failure',
  challenge_refused: 'failure',
  /** An answer of the OpenID Connect provider that is forged, expired, used, or for another person. */
  oidc_refused: 'failure',
  identity_linked: 'success',
  identity_unlinked: 'success',
  /** By the operator. */
  identities_relinked: 'success',
  session_revoked: 'success',
  sessions_revoked: 'success',
  api_token_made: 'success',
  api_token_revoked: 'success',
  calendar_feed_made: 'success',
  calendar_feed_revoked: 'success',
  webhook_made: 'success',
  webhook_deleted: 'success',
  webhook_secret_rotated: 'success',
  email_changed: 'success',
  /** The first verification of an address, which ends all earlier sessions and tokens. */
  email_verified: 'success',
  email_verification_failed: 'failure',
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
  /** Not sent, because the limit of mails to this address was reached. */
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
  /** By an administrator, like all following events. */
  account_invited: 'success',
  account_invitation_revoked: 'success',
  password_link_sent: 'success',
  projects_transferred: 'success',
  account_deletion_ordered: 'success',
  /** Also by the operator, and for the first account of a server. */
  administrator_added: 'success',
  administrator_removed: 'success',
  settings_changed: 'success',
  audit_log_downloaded: 'success',
} as const;
export type SecurityEvent = keyof typeof SECURITY_EVENTS;
