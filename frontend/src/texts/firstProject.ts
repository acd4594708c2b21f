import { t } from '@lingui/core/macro';

/** Shown on the board while there is no project for its tasks. */
export const firstProjectTexts = {
  text: t`Every task belongs to a project.`,
  action: t`Create your first project`,
};
