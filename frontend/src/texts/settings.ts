import { t } from '@lingui/core/macro';
import { bytes } from './bytes';
import { LOCALE } from './format';

/** A part of a whole: '40%'. */
const percent = (value: number): string => new Intl.NumberFormat(LOCALE, { style: 'percent' }).format(value / 100);

/** The words of /profile and /settings. */
export const settingsTexts = {
  failedToSaveTheme: t`Couldn’t save the theme`,
  profile: {
    pageTitle: t`Profile`,
    loading: t`Loading profile...`,
    edit: t`Edit Profile`,
    cancel: t`Cancel`,
    save: t`Save Changes`,
    saved: t`Profile updated successfully`,
    failed: t`Failed to update profile`,
    firstName: t`First Name`,
    lastName: t`Last Name`,
    username: t`Username`,
    email: t`Email`,
    currentPassword: t`Current password`,
    currentPasswordHint: t`We’ll send the old address a link to undo this.`,
    memberSince: t`Member since`,
    lastUpdated: t`Last updated`,
    work: t`Your tasks and activity`,
    settings: t`Password and security`,
    picture: {
      change: t`Change picture`,
      hint: t`PNG, JPEG or WebP, up to 5 MB. You can also drop or paste a file on this page.`,
      drop: t`Drop to upload`,
      sending: t`Uploading picture`,
      sent: (part: number) => t`Uploading ${{ percent: percent(Math.round(part * 100)) }}`,
      remove: t`Remove picture`,
      saved: t`Picture updated successfully`,
      removed: t`Picture removed`,
      failed: t`Couldn’t update the picture`,
    },
  },
  settings: { pageTitle: t`Settings`, title: t`Settings`, sections: t`Settings` },
  appearance: {
    title: t`Appearance`,
    text: t`Syncs across your devices.`,
    theme: t`Theme`,
    themes: { light: t`Light`, dark: t`Dark`, system: t`System` },
  },
  notifications: {
    title: t`Notifications`,
    text: t`Choose what you’re notified about.`,
    choices: {
      email: { title: t`Email notifications`, text: t`Mentions, assignments and comments, by email.` },
      push: { title: t`Push notifications`, text: t`In the app, as it happens.` },
      taskReminders: { title: t`Task reminders`, text: t`When one of your tasks is due within a day or overdue.` },
      projectUpdates: { title: t`Project updates`, text: t`Also email membership and status changes.` },
      weeklyDigest: { title: t`Weekly digest`, text: t`Monday morning, by email: what’s overdue and what’s next.` },
    },
    device: {
      title: t`On this device`,
      text: (brand: string) => t`Get notified when ${brand} is closed.`,
      on: t`On`,
      turnOn: t`Turn on`,
      turnOff: t`Turn off`,
      unwanted: t`Turn on push notifications first.`,
      /** Why that cannot be. */
      problems: {
        insecure: t`This works over HTTPS and on localhost. This page was loaded over HTTP.`,
        unsupported: t`This browser doesn’t support push notifications.`,
        install: t`Add this app to your Home Screen and open it there to get notifications.`,
        blocked: t`Your browser blocks notifications. Allow them for this site in its settings, then reload this page.`,
        failed: t`Couldn’t turn it on: your browser’s push service didn’t respond. Please try again.`,
      },
    },
    timeZone: t`Time zone`,
    timeZoneHint: t`Used for emails and the weekly digest.`,
    saved: t`Notification preferences updated`,
    failedToFetch: t`Failed to fetch notification preferences`,
    failedToSave: t`Failed to update notification preferences`,
  },
  password: {
    title: t`Change Password`,
    text: t`Changing it signs out your other devices.`,
    current: t`Current password`,
    next: t`New password`,
    nextHint: t`At least 8 characters with an uppercase letter, a lowercase letter and a number.`,
    confirm: t`Confirm password`,
    submit: t`Change Password`,
    saved: t`Password changed successfully`,
    failed: t`Failed to change password`,
  },
  security: {
    title: t`Security`,
    twoFactor: { title: t`Two-Factor Authentication`, text: t`A code from your phone when you sign in.` },
    sessions: { title: t`Active Sessions`, text: t`Devices signed in to your account.` },
    download: {
      title: t`Download Your Data`,
      text: t`Your account and everything you can see, as one archive. This may take a while.`,
      button: t`Download`,
      making: (progress: number) => t`Preparing… ${{ progress: percent(progress) }}. You can leave this page.`,
      isMaking: t`Preparing your download`,
      ready: (size: number, until: string) => t`Ready: ${{ size: bytes(size) }}, available until ${until}.`,
      isReady: t`Your download is ready`,
      again: t`New archive`,
      failed: t`Export failed. Please try again.`,
      gone: t`This download has expired. Request a new one.`,
      failedToFetch: t`Failed to fetch your downloads`,
      failedToAsk: t`Couldn’t start the download`,
      failedToSave: t`Couldn’t download your data`,
      file: 'data.zip',
    },
  },
  danger: {
    title: t`Danger Zone`,
    deleteAccount: {
      title: t`Delete Account`,
      text: t`Deletes your account and projects only you are in. You have 14 days to change your mind.`,
    },
  },
};
