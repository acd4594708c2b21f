import { number, plural } from './format';

/** The words of deleting an account, of the farewell, and of the way back. */
export const leaveTexts = {
  action: 'Delete Account',
  failedToFetch: 'Failed to fetch your projects',
  dialog: {
    title: 'Delete your account',
    what: (date: string, days: number) =>
      plural(days, {
        one: `You are signed out everywhere at once. Your account is deleted on ${date}: until then, for one day, you can sign in and restore it.`,
        other: `You are signed out everywhere at once. Your account is deleted on ${date}: until then, for ${number(days)} days, you can sign in and restore it.`,
      }),
    goes: 'Then these go for good: your name, picture, e-mail address and password, your preferences and notifications, your memberships. Open tasks of yours are nobody’s.',
    stays:
      'These stay, shown as by “Deleted user”: the tasks you made, your comments, and what you did in the history of projects that go on.',
    projects: 'Your projects',
    none: 'You own no project.',
    alone: 'Only you are in it: deleted with your account',
    choose: 'Choose what becomes of it',
    chooseFirst: 'Others work in it: choose a new owner, or delete it',
    keep: 'Stays with its other owners',
    handOver: (name: string) => `Hand over to ${name}`,
    delete: 'Delete it now, for everybody',
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
