import { ChangeEntity } from '../../contract/enums.js';

/*
 * Every table is in one of the two lists below; `backup.test.ts` fails for a new one that is not. A dropped or renamed table
 * stays here under its old name, for backups of older versions.
 */

/** Tables of the objects in projects. */
const KIND_TABLES = Object.values(ChangeEntity).map((kind) =>
  kind === 'MEMBER' ? 'project_member' : kind.toLowerCase(),
);

/** Tables whose rows are in a backup, without generated columns. */
export const BACKED_UP: readonly string[] = [
  ...KIND_TABLES,
  'account',
  'account_invitation',
  // hashes only; a restore deletes them unless `--keep-tokens` is given
  'api_token',
  'avatar',
  'bulk_run',
  // as `api_token`
  'calendar_feed',
  'change',
  'deletion_project',
  // so that people are not mailed about a new device when they sign in again
  'device',
  'digest_notice',
  'due_notice',
  // reverts an email address that an intruder has set
  'email_revert',
  'file',
  'file_part',
  'file_thumbnail',
  'former_project_key',
  'held_notice',
  'idempotency',
  'identity',
  'inbox',
  'import',
  'import_line',
  'invitation',
  'invitation_link',
  'notification',
  'notification_event',
  'recovery_code',
  'removed_object',
  'retired_hash_key',
  'saved_view',
  'security_event',
  'server_value',
  // as `api_token`
  'share_link',
  'task_number',
  'task_origin',
  'task_watch',
  'project_mute',
  'text_use',
  'text_version',
  'two_factor',
  'verified_email',
  'visit',
  // paused by a restore
  'webhook',
  'webhook_cursor',
];

/** Tables that are not in a backup, and the consequence of a restore. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  email_verification: 'links to confirm an email address have to be requested again',
  epoch: 'the restored database gets a new one',
  export: 'downloads have to be requested again',
  export_part: 'downloads have to be requested again',
  login_challenge: 'everyone has to sign in again',
  mikro_orm_migrations: 'their names are in the manifest',
  oidc_attempt: 'everyone has to sign in again',
  password_reset: 'links to reset a password have to be requested again',
  push_key: 'push notifications have to be turned on again',
  push_subscription: 'push notifications have to be turned on again',
  rate: 'limits start from zero',
  session: 'everyone has to sign in again',
  sign_in_proof: 'everyone has to sign in again',
  sweep: 'the next purge sweeps again',
  webhook_delivery: 'the list of sent messages is empty',
};

/**
 * The table with the contents of files. A backup contains it in binary and with the lowest compression, because most
 * files are compressed already, or not at all.
 */
export const CONTENTS = 'file_part';

/** The schema of the job queue. Jobs are not backed up, so mails that were not sent yet are lost. */
export const JOBS_SCHEMA = 'graphile_worker';
