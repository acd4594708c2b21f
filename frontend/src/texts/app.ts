/** The words of the frame around the pages behind sign-in. */
export const appTexts = {
  skip: 'Skip to content',
  /** The way to the command menu. */
  search: 'Search or jump to…',
  nav: { label: 'Main', more: 'More' },
  account: {
    label: 'Account menu',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    signOut: 'Sign out',
  },
};
