import { t } from '@lingui/core/macro';

export const moveTaskTexts = {
  label: t`Move to project`,
  placeholder: t`Move to project`,
  empty: t`No matches`,
  fetchFailed: t`Failed to fetch projects`,
  done: (title: string, project: string) => t`“${title}” moved to ${project}`,
  failed: t`Failed to move task`,
  offline: t`Moving a task to another project needs a connection`,
  /** The action if the assignee is not a member of the project. */
  unassign: t`Unassign and move`,
};
