import { LOCALE, number } from './format';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as it is read: '12 kB', '3.4 MB'. */
const bytes = (value: number): string => {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const format = { style: 'unit', unit: UNITS[power], maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(LOCALE, format).format(value / 1000 ** power);
};

/** A part of a whole: '40%'. */
const percent = (value: number): string => new Intl.NumberFormat(LOCALE, { style: 'percent' }).format(value / 100);

/** The words of /profile and /settings. */
export const settingsTexts = {
  failedToSaveTheme: 'Failed to save the theme',
  profile: {
    pageTitle: 'Profile',
    loading: 'Loading profile...',
    edit: 'Edit Profile',
    cancel: 'Cancel',
    save: 'Save Changes',
    saved: 'Profile updated successfully',
    failed: 'Failed to update profile',
    firstName: 'First Name',
    lastName: 'Last Name',
    username: 'Username',
    email: 'Email',
    currentPassword: 'Current Password',
    currentPasswordHint: 'The address is a way into your account. The one before gets a mail to take it back by.',
    memberSince: 'Member since',
    lastUpdated: 'Last updated',
    picture: {
      change: 'Change picture',
      hint: 'PNG, JPEG or WebP, up to 5 MB. You can also drop a file on this page, or paste it.',
      drop: 'Drop it to make it your picture',
      sending: 'Sending the picture',
      sent: (part: number) => `Sending ${number(Math.round(part * 100))}%`,
      remove: 'Remove picture',
      saved: 'Picture updated successfully',
      removed: 'Picture removed',
      failed: 'Failed to update the picture',
    },
  },
  settings: { pageTitle: 'Settings', title: 'Settings', sections: 'Settings' },
  appearance: {
    title: 'Appearance',
    text: 'Kept on your account, so every device looks the same.',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
  },
  notifications: {
    title: 'Notifications',
    text: 'What reaches you, and how.',
    choices: {
      email: { title: 'Email notifications', text: 'Mentions, assignments and comments, by e-mail.' },
      push: { title: 'Push notifications', text: 'Under the bell, at once, while you are signed in.' },
      taskReminders: { title: 'Task reminders', text: 'When a task of yours is due within a day or overdue.' },
      projectUpdates: { title: 'Project updates', text: 'E-mails about memberships and new statuses, too.' },
      weeklyDigest: { title: 'Weekly digest', text: 'Monday morning, by e-mail: what is late, what is next.' },
    },
    timeZone: 'Time zone',
    timeZoneHint: 'The clock that e-mails and the weekly digest go by.',
    saved: 'Notification preferences updated',
    failedToFetch: 'Failed to fetch notification preferences',
    failedToSave: 'Failed to update notification preferences',
  },
  password: {
    title: 'Change Password',
    text: 'Your other devices are signed out when it changes. This one stays signed in.',
    current: 'Current Password',
    next: 'New Password',
    nextHint: 'At least 8 characters with an uppercase letter, a lowercase letter and a number.',
    confirm: 'Confirm Password',
    submit: 'Change Password',
    saved: 'Password changed successfully',
    failed: 'Failed to change password',
  },
  security: {
    title: 'Security',
    twoFactor: { title: 'Two-Factor Authentication', text: 'A code from your phone when you sign in.' },
    sessions: { title: 'Active Sessions', text: 'The devices that are signed in, and a way to sign them out.' },
    download: {
      title: 'Download Your Data',
      text: 'Your account and all that you can see, as one archive. It takes a while to make.',
      button: 'Download',
      making: (progress: number) => `Being made: ${percent(progress)}. You can leave this page meanwhile.`,
      isMaking: 'Your download is being made',
      ready: (size: number, until: string) => `Ready: ${bytes(size)}, kept until ${until}.`,
      isReady: 'Your download is ready',
      again: 'New archive',
      failed: 'It could not be made. Please ask for it again.',
      gone: 'This download is no longer kept. Please ask for a new one.',
      failedToFetch: 'Failed to fetch your downloads',
      failedToAsk: 'Failed to ask for your download',
      failedToSave: 'Failed to download your data',
      file: 'data.zip',
    },
  },
  danger: {
    title: 'Danger Zone',
    deleteAccount: {
      title: 'Delete Account',
      text: 'Your account and the projects only you belong to. You have 14 days to change your mind.',
    },
  },
};
