import { plural, t } from '@lingui/core/macro';

/** Texts of account deletion, the goodbye page, and restoring the account. */
export const leaveTexts = {
  action: t`Delete Account`,
  failedToFetch: t`Failed to fetch your projects`,
  dialog: {
    title: t`Delete your account`,
    what: (date: string, days: number) =>
      plural(days, {
        one: `You’ll be signed out everywhere. Until ${date}, for one day, signing in restores your account.`,
        other: `You’ll be signed out everywhere. Until ${date}, for # days, signing in restores your account.`,
      }),
    goes: t`Permanently deleted after that: your name, picture, email address, password, preferences, notifications and memberships. Your open tasks become unassigned.`,
    stays: t`Kept, attributed to “Deleted user”: tasks you created, your comments, and your history in remaining projects.`,
    projects: t`Your projects`,
    none: t`You don’t own any projects.`,
    alone: t`Only you are in it: deleted with your account`,
    choose: t`What should happen to it?`,
    chooseFirst: t`Shared project: transfer or delete it`,
    keep: t`Stays with its other owners`,
    handOver: (name: string) => t`Transfer to ${name}`,
    delete: t`Delete for everyone`,
    restored: t`Transferred projects stay with their new owner. Deleted projects come back if you restore your account.`,
    submit: t`Delete my account`,
    failed: t`Couldn’t delete your account`,
  },
  farewell: {
    pageTitle: t`Goodbye`,
    title: t`Goodbye`,
    text: t`You’re signed out everywhere.`,
    until: (date: string) => t`Your account will be deleted on ${date}. Sign in before then to restore it.`,
    mail: t`We’ve emailed you this date.`,
    signIn: t`Sign in`,
  },
  page: {
    pageTitle: t`Your account is being deleted`,
    title: t`Your account is being deleted`,
    signedInAs: (email: string) => t`Signed in as ${email}`,
    until: (date: string) => t`It will be permanently deleted on ${date}. You can restore it until then.`,
    projects: t`Restoring brings back the projects you deleted with it. Projects you transferred stay with their new owners, and you’re still a member.`,
    meanwhile: t`In the meantime`,
    restore: t`Restore my account`,
    restored: t`Account restored`,
    failed: t`Couldn’t restore your account`,
    signOut: t`Sign out`,
  },
};
