/** The words of the frame around the pages behind sign-in. */
export const appTexts = {
  skip: 'Skip to content',
  /** The way to the command menu. */
  search: 'Search or jump to…',
  places: {
    label: 'Main',
    dashboard: 'Dashboard',
    projects: 'Projects',
    tasks: 'Tasks',
    board: 'Board',
    calendar: 'Calendar',
    analytics: 'Analytics',
    team: 'Team',
    more: 'More',
  },
  account: {
    label: 'Account menu',
    profile: 'Profile',
    settings: 'Settings',
    trash: 'Trash',
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    signOut: 'Sign out',
  },
};
