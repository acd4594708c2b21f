/*
 * What becomes of each table in a backup. A new table belongs into one of the two: `backup.test.ts` fails for one that
 * nobody has decided on. A table that is dropped or renamed stays here under its old name, for files of older versions.
 */

/** Tables whose rows are in a backup, without generated columns. */
export const KEPT: readonly string[] = [
  'account',
  // their hashes; a restore ends them unless it is told to keep them
  'api_token',
  'avatar',
  'bulk_run',
  'change',
  'checklist_item',
  'comment',
  'deletion_project',
  // so that nobody who signs in anew is mailed of a new device
  'device',
  'digest_notice',
  'due_notice',
  // the way back from an e-mail address that somebody else has set
  'email_revert',
  'held_notice',
  'idempotency',
  'inbox',
  'invitation',
  'invitation_link',
  'notification',
  'notification_event',
  'project',
  'project_member',
  'recovery_code',
  'retired_hash_key',
  'saved_view',
  'task',
  'two_factor',
  'visit',
];

/** Tables that a backup leaves out, and what that means for whoever restores it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  epoch: 'the restored database is given a new one',
  export: 'downloads are asked for anew',
  export_part: 'downloads are asked for anew',
  login_challenge: 'everybody signs in anew',
  mikro_orm_migrations: 'their names stand in the manifest',
  password_reset: 'links for a new password are asked for anew',
  push_key: 'browsers turn pushes on anew',
  push_subscription: 'browsers turn pushes on anew',
  rate: 'limits are counted anew',
  session: 'everybody signs in anew',
  sweep: 'the next purge sweeps again',
};

/** The schema of the job queue: mails that had not gone out are not sent. */
export const JOBS_SCHEMA = 'graphile_worker';
