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
    goes: 'Deleted then: your name, picture, email address, password, preferences, notifications and memberships. Your open tasks become unassigned.',
    stays: 'Kept, as by “Deleted user”: tasks you created, your comments, and your history in remaining projects.',
    projects: 'Your projects',
    none: 'You own no project.',
    alone: 'Only you are in it: deleted with your account',
    choose: 'Choose what happens to it',
    chooseFirst: 'Others work in it: choose a new owner, or delete it',
    keep: 'Stays with its other owners',
    handOver: (name: string) => `Hand over to ${name}`,
    delete: 'Delete it now, for everyone',
    restored: 'What you hand over stays with its new owner. What you delete comes back if you restore your account.',
    submit: 'Delete my account',
    failed: 'Failed to delete the account',
  },
  farewell: {
    pageTitle: 'Goodbye',
    title: 'Goodbye',
    text: 'You are signed out everywhere.',
    until: (date: string) =>
      `Your account is deleted on ${date}. Come back until then: sign in, and restore it as it was.`,
    mail: 'A mail with this date is on its way to you.',
    signIn: 'Sign in',
  },
  page: {
    pageTitle: 'Your account is being deleted',
    title: 'Your account is being deleted',
    signedInAs: (email: string) => `Signed in as ${email}`,
    until: (date: string) => `It is deleted for good on ${date}. Until then you can have it back as it was.`,
    projects:
      'Projects you deleted with it come back. Those you handed over stay with their new owners, and you are still in them.',
    meanwhile: 'Meanwhile',
    restore: 'Restore my account',
    restored: 'Your account is restored',
    failed: 'Failed to restore your account',
    signOut: 'Sign out',
  },
};
