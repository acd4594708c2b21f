import { Migration20261121000000_foundation } from './migrations/Migration20261121000000_foundation.js';
import { Migration20261121020000_account } from './migrations/Migration20261121020000_account.js';
import { Migration20261121010000_notifications } from './migrations/Migration20261121010000_notifications.js';
import { Migration20261121030000_rates } from './migrations/Migration20261121030000_rates.js';
import { Migration20261121040000_digest } from './migrations/Migration20261121040000_digest.js';
import { Migration20261121050000_searchInProjects } from './migrations/Migration20261121050000_searchInProjects.js';
import { Migration20261122000000_kernel } from './migrations/Migration20261122000000_kernel.js';
import { Migration20261122010000_foldedText } from './migrations/Migration20261122010000_foldedText.js';
import { Migration20261122020000_devices } from './migrations/Migration20261122020000_devices.js';
import { Migration20261122030000_notices } from './migrations/Migration20261122030000_notices.js';
import { Migration20261122015000_figures } from './migrations/Migration20261122015000_figures.js';
import { Migration20261122040000_bulkRuns } from './migrations/Migration20261122040000_bulkRuns.js';
import { Migration20261122050000_account } from './migrations/Migration20261122050000_account.js';
import { Migration20261122120000_projectComments } from './migrations/Migration20261122120000_projectComments.js';
import { Migration20261122060000_avatar } from './migrations/Migration20261122060000_avatar.js';
import { Migration20261122070000_export } from './migrations/Migration20261122070000_export.js';
import { Migration20261122080000_leave } from './migrations/Migration20261122080000_leave.js';
import { Migration20261122090000_invitation } from './migrations/Migration20261122090000_invitation.js';
import { Migration20261122110000_completed } from './migrations/Migration20261122110000_completed.js';
import { Migration20261122100000_api_token } from './migrations/Migration20261122100000_api_token.js';
import { Migration20261122130000_checklist } from './migrations/Migration20261122130000_checklist.js';
import { Migration20261122140000_archive } from './migrations/Migration20261122140000_archive.js';
import { Migration20261122150000_undo } from './migrations/Migration20261122150000_undo.js';
import { Migration20261122160000_push } from './migrations/Migration20261122160000_push.js';
import { Migration20261122200000_views } from './migrations/Migration20261122200000_views.js';
import { Migration20261122201000_visits } from './migrations/Migration20261122201000_visits.js';
import { Migration20261122202000_figures } from './migrations/Migration20261122202000_figures.js';
import { Migration20261122210000_blanked } from './migrations/Migration20261122210000_blanked.js';
import { Migration20261123080000_fields_hash } from './migrations/Migration20261123080000_fields_hash.js';
import { Migration20261123090000_erased } from './migrations/Migration20261123090000_erased.js';
import { Migration20261123100000_suspended } from './migrations/Migration20261123100000_suspended.js';
import { Migration20261123120400_roles } from './migrations/Migration20261123120400_roles.js';
import { Migration20261123120300_keys } from './migrations/Migration20261123120300_keys.js';
import { Migration20261123120100_due_day } from './migrations/Migration20261123120100_due_day.js';
import { Migration20261123120200_columns } from './migrations/Migration20261123120200_columns.js';
import { Migration20261123130300_undone } from './migrations/Migration20261123130300_undone.js';
import { Migration20261124170000_tag_colors } from './migrations/Migration20261124170000_tag_colors.js';
import { Migration20261124160000_notification_params } from './migrations/Migration20261124160000_notification_params.js';
import { Migration20261124130400_texts } from './migrations/Migration20261124130400_texts.js';
import { Migration20261126010000_verified_email } from './migrations/Migration20261126010000_verified_email.js';
import { Migration20261126010100_administration } from './migrations/Migration20261126010100_administration.js';
import { Migration20261126032300_share_links } from './migrations/Migration20261126032300_share_links.js';
import { Migration20261126022300_oidc } from './migrations/Migration20261126022300_oidc.js';
import { Migration20261126040100_example_project } from './migrations/Migration20261126040100_example_project.js';
import { Migration20261126103000_calendar_feeds } from './migrations/Migration20261126103000_calendar_feeds.js';
import { Migration20261126160000_webhooks } from './migrations/Migration20261126160000_webhooks.js';
import { Migration20261126200000_subtasks } from './migrations/Migration20261126200000_subtasks.js';
import { Migration20261126220000_attachments } from './migrations/Migration20261126220000_attachments.js';
import { Migration20261127030000_repeat } from './migrations/Migration20261127030000_repeat.js';
import { Migration20261127103000_copies } from './migrations/Migration20261127103000_copies.js';
import { Migration20261127120000_watching } from './migrations/Migration20261127120000_watching.js';
import { Migration20261127150000_imports } from './migrations/Migration20261127150000_imports.js';
import { Migration20261127210000_import_reasons } from './migrations/Migration20261127210000_import_reasons.js';
import { Migration20261128150000_upload_attempt } from './migrations/Migration20261128150000_upload_attempt.js';
import { Migration20261128180000_start_date } from './migrations/Migration20261128180000_start_date.js';
import { Migration20261128190000_deferred_parts } from './migrations/Migration20261128190000_deferred_parts.js';
import { Migration20261129120000_import_token } from './migrations/Migration20261129120000_import_token.js';
import { Migration20261130120000_notification_acts } from './migrations/Migration20261130120000_notification_acts.js';

/** All migrations in execution order, which differs from name order: some branches were merged late. Append only. */
export const migrations = [
  Migration20261121000000_foundation,
  Migration20261121010000_notifications,
  Migration20261121020000_account,
  Migration20261121030000_rates,
  Migration20261121040000_digest,
  Migration20261121050000_searchInProjects,
  Migration20261122000000_kernel,
  Migration20261122010000_foldedText,
  Migration20261122020000_devices,
  Migration20261122030000_notices,
  Migration20261122015000_figures,
  Migration20261122040000_bulkRuns,
  Migration20261122050000_account,
  Migration20261122120000_projectComments,
  Migration20261122060000_avatar,
  Migration20261122070000_export,
  Migration20261122080000_leave,
  Migration20261122090000_invitation,
  Migration20261122110000_completed,
  Migration20261122100000_api_token,
  Migration20261122130000_checklist,
  Migration20261122140000_archive,
  Migration20261122150000_undo,
  Migration20261122160000_push,
  Migration20261122200000_views,
  Migration20261122201000_visits,
  Migration20261122202000_figures,
  Migration20261122210000_blanked,
  Migration20261123080000_fields_hash,
  Migration20261123090000_erased,
  Migration20261123100000_suspended,
  Migration20261123120400_roles,
  Migration20261123120300_keys,
  Migration20261123120100_due_day,
  Migration20261123120200_columns,
  Migration20261123130300_undone,
  Migration20261124130400_texts,
  Migration20261124160000_notification_params,
  Migration20261124170000_tag_colors,
  Migration20261126032300_share_links,
  Migration20261126010000_verified_email,
  Migration20261126010100_administration,
  Migration20261126022300_oidc,
  Migration20261126040100_example_project,
  Migration20261126103000_calendar_feeds,
  Migration20261126160000_webhooks,
  Migration20261126200000_subtasks,
  Migration20261126220000_attachments,
  Migration20261127030000_repeat,
  Migration20261127103000_copies,
  Migration20261127120000_watching,
  Migration20261127150000_imports,
  Migration20261127210000_import_reasons,
  Migration20261128150000_upload_attempt,
  Migration20261128180000_start_date,
  Migration20261128190000_deferred_parts,
  Migration20261129120000_import_token,
  Migration20261130120000_notification_acts,
].map((migration) => ({ name: migration.name, class: migration }));
