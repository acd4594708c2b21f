/** Where a command stands in the list of all keys. */
export type CommandGroup = 'General' | 'Go to' | 'Tasks' | 'Account';

interface CommandRow {
  id: string;
  words: string;
  group: CommandGroup;
  /** As tinykeys writes them: 'g d' is one key after the other, 'Shift+c' both at once, '$mod' Ctrl or ⌘. */
  keys?: string;
  /** Other words that somebody may look for it by. */
  also?: string;
  /** It is done to tasks: to one, or to as many as are chosen. */
  needs?: 'task' | 'tasks';
  /** Only its keys do it: to list it among things to do would make no sense. */
  keysOnly?: true;
}

/** Everything that can be done from anywhere, with its words and its keys. The menu, the help and the keys all read it. */
export const COMMANDS = [
  { id: 'menu', words: 'Search or go to', group: 'General', keys: '$mod+k', keysOnly: true },
  { id: 'newTask', words: 'New Task', group: 'General', keys: 'c', also: 'create add' },
  { id: 'newProject', words: 'New Project', group: 'General', keys: 'Shift+c', also: 'create add' },
  { id: 'search', words: 'Search tasks', group: 'General', keys: '/', also: 'find filter' },
  { id: 'help', words: 'Keyboard shortcuts', group: 'General', keys: '?', also: 'help hotkeys ?' },

  { id: 'goDashboard', words: 'Go to Dashboard', group: 'Go to', keys: 'g d', also: 'home statistics' },
  { id: 'goProjects', words: 'Go to Projects', group: 'Go to', keys: 'g p' },
  { id: 'goTasks', words: 'Go to Tasks', group: 'Go to', keys: 'g t', also: 'list' },
  { id: 'goBoard', words: 'Go to Board', group: 'Go to', keys: 'g b', also: 'kanban columns' },
  { id: 'goProfile', words: 'Go to Profile', group: 'Go to', also: 'account name avatar' },
  { id: 'goSettings', words: 'Go to Settings', group: 'Go to', also: 'preferences password security' },

  { id: 'nextTask', words: 'Next task', group: 'Tasks', keys: 'j', keysOnly: true },
  { id: 'previousTask', words: 'Previous task', group: 'Tasks', keys: 'k', keysOnly: true },
  { id: 'openTask', words: 'Open task', group: 'Tasks', needs: 'task', also: 'edit details comment' },
  { id: 'status', words: 'Change status', group: 'Tasks', keys: 's', needs: 'tasks', also: 'set move' },
  { id: 'priority', words: 'Change priority', group: 'Tasks', keys: 'p', needs: 'tasks', also: 'set urgent' },
  { id: 'assignee', words: 'Change assignee', group: 'Tasks', keys: 'a', needs: 'tasks', also: 'assign to set' },
  { id: 'tags', words: 'Change tags', group: 'Tasks', keys: 'l', needs: 'tasks', also: 'labels set' },
  { id: 'copyLink', words: 'Copy link to task', group: 'Tasks', needs: 'task', also: 'url share address' },
  { id: 'deleteTask', words: 'Delete task', group: 'Tasks', needs: 'task', also: 'remove trash' },

  { id: 'readAll', words: 'Mark all notifications as read', group: 'Account', also: 'bell inbox' },
  { id: 'lightTheme', words: 'Use the light theme', group: 'Account', also: 'appearance mode' },
  { id: 'darkTheme', words: 'Use the dark theme', group: 'Account', also: 'appearance mode night' },
  { id: 'systemTheme', words: "Use the system's theme", group: 'Account', also: 'appearance mode' },
  { id: 'signOut', words: 'Sign out', group: 'Account', also: 'log out logout leave' },
] as const satisfies readonly CommandRow[];

export type CommandId = (typeof COMMANDS)[number]['id'];

/** A row of the table, whichever. */
export interface Command extends CommandRow {
  id: CommandId;
}

/** Keys that work where the focus is, and belong to what is there. */
export const KEYS_IN_PLACE: readonly { words: string; keys: string }[] = [
  { words: 'Move between tasks', keys: '↑ ↓ ← →' },
  { words: 'Open the task', keys: 'Enter' },
  { words: 'Select a task in the list', keys: 'x' },
  { words: 'Lift a card on the board, held down', keys: 'Space' },
  { words: 'Send a comment', keys: '$mod+Enter' },
  { words: 'Close', keys: 'Escape' },
];
