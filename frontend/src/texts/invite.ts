import { t } from '@lingui/core/macro';

/** Texts of the dialog that invites people from any page. */
export const inviteTexts = {
  title: t`Invite people`,
  titleOf: (project: string) => t`Invite people to ${project}`,
  project: t`Project`,
  loading: t`Loading projects`,
  none: {
    title: t`No project to invite people to`,
    text: t`People join through a project. Create one, or ask an owner of a project to invite them.`,
  },
};
