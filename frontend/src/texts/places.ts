import { t } from '@lingui/core/macro';

/** The names of the pages that links and commands lead to. */
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
