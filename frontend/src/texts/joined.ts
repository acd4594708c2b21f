import { t } from '@lingui/core/macro';

/** Joins texts of any kind: 'A, B, C'. */
export const joined = (texts: readonly string[]): string =>
  texts.join(t({ message: ', ', context: 'between the items of a list' }));
