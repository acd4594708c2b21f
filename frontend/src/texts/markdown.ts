import { t } from '@lingui/core/macro';

/** Markdown. */
export const markdownTexts = {
  name: t`Markdown`,
  /** A box of a task list without words. */
  box: t`Task`,
  table: t`Table`,
};
