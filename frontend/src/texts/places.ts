import { t } from '@lingui/core/macro';

/** The names of the pages that links and commands lead to. `also` are other words to search for the command by. */
export const placesTexts = {
  dashboard: { label: t`Dashboard`, also: t`home statistics` },
  projects: { label: t`Projects` },
  tasks: { label: t`Tasks`, also: t`list` },
  board: { label: t`Board`, also: t`kanban columns` },
  calendar: { label: t`Calendar`, also: t`month week days due schedule plan` },
  analytics: { label: t`Analytics`, also: t`figures charts reports statistics cycle time flow` },
  team: { label: t`Team`, also: t`people colleagues members workload` },
  activity: { label: t`Activity`, also: t`history yesterday what happened` },
  trash: { label: t`Trash`, also: t`deleted restore bin` },
  profile: { label: t`Profile`, also: t`account name avatar` },
  settings: { label: t`Settings`, also: t`preferences password security` },
};
