import { t } from '@lingui/core/macro';

/** Names of the pages, in links and commands. */
export const placesTexts = {
  dashboard: { label: t`Dashboard` },
  projects: { label: t`Projects` },
  tasks: { label: t`Tasks` },
  board: { label: t`Board` },
  calendar: { label: t`Calendar` },
  timeline: { label: t`Timeline` },
  analytics: { label: t`Analytics` },
  team: { label: t`Team` },
  activity: { label: t`Activity` },
  import: { label: t`Import` },
  trash: { label: t`Trash` },
  profile: { label: t`Profile` },
  settings: { label: t`Settings` },
  admin: { label: t`Administration` },
};
