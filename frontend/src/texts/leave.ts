import { number, plural } from './format';

/** The words of deleting an account, of the farewell, and of the way back. */
export const leaveTexts = {
  action: 'Delete Account',
  failedToFetch: 'Failed to fetch your projects',
  dialog: {
    title: 'Delete your account',
    what: (date: string, days: number) =>
      plural(days, {
        one: `You’re signed out everywhere now. Until ${date}, for one day, signing in restores your account.`,
        other: `You’re signed out everywhere now. Until ${date}, for ${number(days)} days, signing in restores your account.`,
      }),
    goes: 'Permanently deleted after that: your name, picture, email address, password, preferences, notifications and memberships. Your open tasks become unassigned.',
    stays:
      'Kept, attributed to “Deleted user”: tasks you created, your comments, and your history in remaining projects.',
    projects: 'Your projects',
    none: 'You don’t own any projects.',
    alone: 'Only you are in it: deleted with your account',
    choose: 'What should happen to it?',
    chooseFirst: 'Shared project: transfer or delete it',
    keep: 'Stays with its other owners',
    handOver: (name: string) => `Transfer to ${name}`,
    delete: 'Delete for everyone',
    restored: 'Transferred projects stay with their new owner. Deleted projects come back if you restore your account.',
    submit: 'Delete my account',
    failed: 'Couldn’t delete your account',
  },
  farewell: {
    pageTitle: 'Goodbye',
    title: 'Goodbye',
    text: 'You’re signed out everywhere.',
    until: (date: string) => `Your account will be deleted on ${date}. Sign in before then to restore it.`,
    mail: 'We’ve emailed you this date.',
    signIn: 'Sign in',
  },
  page: {
    pageTitle: 'Your account is being deleted',
    title: 'Your account is being deleted',
    signedInAs: (email: string) => `Signed in as ${email}`,
    until: (date: string) => `It will be permanently deleted on ${date}. You can restore it until then.`,
    projects:
      'Restoring brings back the projects you deleted with it. Projects you transferred stay with their new owners, and you’re still a member.',
    meanwhile: 'In the meantime',
    restore: 'Restore my account',
    restored: 'Account restored',
    failed: 'Couldn’t restore your account',
    signOut: 'Sign out',
  },
};
