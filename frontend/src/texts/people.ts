import { number, plural } from './format';

/** What is said of people who are added to a project, or invited. */
export const peopleTexts = {
  label: 'Emails or usernames',
  placeholder: 'Emails or usernames',
  hint: 'People without an account get an email invitation.',
  role: 'Role',
  submit: 'Add',
  required: 'Email or username is required',
  nobody: 'No user with this username',
  invalid: 'Invalid email',
  suggestions: 'People you work with',
  /** In the command menu, which finds it also by other words. */
  membersOf: (project: string) => `Members of ${project}`,
  membersAlso: 'add people invite',
  /** Whoever begins so means to add somebody. */
  meansToAdd: /^(add people|invite)\b/i,
  remove: (label: string) => `Remove ${label}`,
  added: (name: string) => `${name} is now a member`,
  invited: (email: string) => `Invitation sent to ${email}`,
  failed: 'Couldn’t add the member',
  /** A request that came to nothing for all that follow. */
  notSent: (count: number) =>
    plural(count, { one: '1 invitation not sent', other: `${number(count)} invitations not sent` }),
  at: (label: string, message: string) => `${label}: ${message}`,
  pending: {
    title: 'Invited',
    list: 'Invitations',
    fetchFailed: 'Failed to fetch invitations',
    by: (name: string, isOwner: boolean) => `Invited by ${name}${isOwner ? ' as an owner' : ''}.`,
    until: (day: string) => `Expires ${day}.`,
    expired: 'Expired.',
    resend: 'Resend',
    resendTo: (email: string) => `Resend to ${email}`,
    resent: (email: string) => `Invitation sent to ${email}`,
    resendFailed: 'Couldn’t send the invitation',
    revoke: 'Revoke',
    revokeOf: (email: string) => `Revoke ${email}’s invitation`,
    revoked: 'Invitation revoked',
    revokeFailed: 'Couldn’t revoke the invitation',
  },
};
