import { plural, t } from '@lingui/core/macro';

/** Texts for adding and inviting people to a project. */
export const peopleTexts = {
  label: t`Emails or usernames`,
  placeholder: t`Emails or usernames`,
  hint: t`People without an account get an email invitation.`,
  role: t`Role`,
  submit: t`Add`,
  required: t`Email or username is required`,
  unknownUser: t`No user with this username`,
  invalid: t`Invalid email`,
  suggestions: t`People you work with`,
  /** In the command menu, which finds it by other words, too. */
  membersOf: (project: string) => t`Members of ${project}`,
  membersAlso: t`add people invite`,
  /** A query that begins with one of these words searches for adding people. */
  addingWords: t({ message: 'add people, invite', context: 'what people type to add people; separated by commas' }),
  remove: (label: string) => t`Remove ${label}`,
  added: (name: string) => t`${name} is now a member`,
  invited: (email: string) => t`Invitation sent to ${email}`,
  failed: t`Couldn’t add the member`,
  /** Shown if a refusal also applies to all remaining people. */
  notSent: (count: number) => plural(count, { one: '1 invitation not sent', other: '# invitations not sent' }),
  at: (label: string, message: string) => t`${label}: ${message}`,
  pending: {
    title: t`Invited`,
    list: t`Invitations`,
    fetchFailed: t`Failed to fetch invitations`,
    by: {
      OWNER: (name: string) => t`Invited by ${name} as an owner.`,
      MEMBER: (name: string) => t`Invited by ${name}.`,
      COMMENTER: (name: string) => t`Invited by ${name} as a commenter.`,
      VIEWER: (name: string) => t`Invited by ${name} as a viewer.`,
    },
    until: (day: string) => t`Expires ${day}.`,
    expired: t`Expired.`,
    resend: t`Resend`,
    resendTo: (email: string) => t`Resend to ${email}`,
    resent: (email: string) => t`Invitation sent to ${email}`,
    resendFailed: t`Couldn’t send the invitation`,
    revoke: t`Revoke`,
    revokeOf: (email: string) => t`Revoke ${email}’s invitation`,
    revoked: t`Invitation revoked`,
    revokeFailed: t`Couldn’t revoke the invitation`,
  },
};
