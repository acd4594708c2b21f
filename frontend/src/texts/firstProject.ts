import { t } from '@lingui/core/macro';

/** In place of the board's tasks while there is no project that they could belong to. */
export const firstProjectTexts = {
  text: t`Every task belongs to a project.`,
  action: t`Create your first project`,
};
