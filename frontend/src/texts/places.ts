/** The names of the pages that links and commands lead to. `also` are other words to search for the command by. */
export const placesTexts = {
  dashboard: { label: 'Dashboard', also: 'home statistics' },
  projects: { label: 'Projects' },
  tasks: { label: 'Tasks', also: 'list' },
  board: { label: 'Board', also: 'kanban columns' },
  calendar: { label: 'Calendar', also: 'month week days due schedule plan' },
  analytics: { label: 'Analytics', also: 'figures charts reports statistics cycle time flow' },
  team: { label: 'Team', also: 'people colleagues members workload' },
  activity: { label: 'Activity', also: 'history yesterday what happened' },
  trash: { label: 'Trash', also: 'deleted restore bin' },
  profile: { label: 'Profile', also: 'account name avatar' },
  settings: { label: 'Settings', also: 'preferences password security' },
};
