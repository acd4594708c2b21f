import { number, plural } from './format';

/** What is said of people who are added to a project, or invited. */
export const peopleTexts = {
  label: 'Emails or usernames',
  placeholder: 'Emails or usernames',
  hint: 'Who has no account yet is invited by mail.',
  role: 'Role',
  submit: 'Add',
  required: 'Email or username is required',
  nobody: 'Nobody here has this username',
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
  failed: 'Failed to add the member',
  /** A request that came to nothing for all that follow. */
  notSent: (count: number) =>
    plural(count, { one: `${number(count)} is not sent yet`, other: `${number(count)} are not sent yet` }),
  at: (label: string, message: string) => `${label}: ${message}`,
  pending: {
    title: 'Invited',
    list: 'Invitations',
    fetchFailed: 'Failed to fetch the invitations',
    by: (name: string, isOwner: boolean) => `Invited by ${name}${isOwner ? ', as an owner' : ''}.`,
    until: (day: string) => `Expires ${day}.`,
    expired: 'Expired.',
    resend: 'Send again',
    resendTo: (email: string) => `Send again to ${email}`,
    resent: (email: string) => `Invitation sent to ${email}`,
    resendFailed: 'Failed to send the invitation',
    revoke: 'Withdraw',
    revokeOf: (email: string) => `Withdraw the invitation of ${email}`,
    revoked: 'Invitation withdrawn',
    revokeFailed: 'Failed to withdraw the invitation',
  },
};
