import { plural, t } from '@lingui/core/macro';

export const tagsTexts = {
  title: t`Tags`,
  empty: t`No tags yet. Add tags to tasks, and choose their colors here.`,
  tasks: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
  colorOf: (name: string) => t`Color of ${name}`,
  noColor: t`No color`,
  changed: t`Tag color changed`,
  removed: t`Tag color removed`,
  failedToFetch: t`Failed to fetch tags`,
  failed: t`Failed to change the tag’s color`,
};
