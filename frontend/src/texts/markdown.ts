import { t } from '@lingui/core/macro';

export const markdownTexts = {
  name: t`Markdown`,
  /** The checkbox of a task list item without text. */
  box: t`Task`,
  table: t`Table`,
};
