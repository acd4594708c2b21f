import type { ReactNode } from 'react';
import { appTexts } from './app';
import { number, plural } from './format';

/** The words of commands: in the menu, in the list of all keys, and of what they do. */
export const commandTexts = {
  /** By the command's id. `also` are other words that somebody may look for it by. */
  commands: {
    menu: { words: appTexts.search },
    newTask: { words: 'New Task', also: 'create add' },
    newProject: { words: 'New Project', also: 'create add' },
    search: { words: 'Search tasks', also: 'find filter' },
    filter: { words: 'Filter tasks', also: 'narrow' },
    undo: { words: 'Undo', also: 'take back revert' },
    redo: { words: 'Redo', also: 'do again repeat' },
    help: { words: 'Keyboard shortcuts', also: 'help hotkeys ?' },

    myWork: { words: 'My work', also: 'view mine assigned to me due this week' },
    overdue: { words: 'View: Overdue', also: 'late tasks' },
    recentlyDone: { words: 'View: Recently done', also: 'completed' },

    nextTask: { words: 'Next task' },
    previousTask: { words: 'Previous task' },
    openTask: { words: 'Open task', also: 'edit details comment' },
    status: { words: 'Change status', also: 'set move' },
    priority: { words: 'Change priority', also: 'set urgent' },
    assignee: { words: 'Change assignee', also: 'assign to set' },
    dueDate: { words: 'Set due date', also: 'change deadline day when calendar' },
    tags: { words: 'Change tags', also: 'labels set' },
    moveToProject: { words: 'Move to project', also: 'another change' },
    copyLink: { words: 'Copy link to task', also: 'url share address' },
    deleteTask: { words: 'Delete task', also: 'remove trash' },

    readAll: { words: 'Mark all notifications as read', also: 'bell inbox' },
    lightTheme: { words: 'Use the light theme', also: 'appearance mode' },
    darkTheme: { words: 'Use the dark theme', also: 'appearance mode night' },
    systemTheme: { words: 'Use the system theme', also: 'appearance mode' },
    signOut: { words: 'Sign out', also: 'log out logout leave' },
  },
  /** A page, by its name in places.ts. */
  goTo: (page: string) => `Go to ${page}`,
  /** Changes of tasks that leave nothing to choose. */
  changes: {
    status: (status: string) => `Change status to ${status}`,
    priority: (priority: string) => `Change priority to ${priority}`,
    assignToMe: 'Assign to me',
    due: (day: string) => `Due ${day}`,
  },
  menu: {
    label: appTexts.search,
    close: 'Close, Esc',
    results: 'Results',
    searching: 'Searching',
    found: (count: number) => plural(count, { one: `${number(count)} result`, other: `${number(count)} results` }),
    nothing: (query: string) => `No results for “${query}”`,
    failedToFetch: 'Failed to fetch tasks',
    recentTasks: 'Recent tasks',
    tasks: 'Tasks',
    projects: 'Projects',
    actions: 'Actions',
    /** Above what can be done to a task that has no title here, or to several. */
    task: 'Task',
    taskCount: (count: number) => plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` }),
    allTasksWith: (query: string) => `All tasks with “${query}”`,
    /** Beside what cannot be done to a task. */
    archived: 'Its project is archived',
    toMove: (keys: ReactNode) => <>{keys} to move</>,
    toOpen: (keys: ReactNode) => <>{keys} to open</>,
    allKeys: (key: ReactNode) => <>{key} all keys</>,
  },
  /** The menu of a task. */
  quick: {
    label: 'Task',
    archived: 'This project is archived and read-only.',
  },
  help: {
    title: 'Keyboard shortcuts',
    groups: { general: 'General', goTo: 'Go to', tasks: 'Tasks' },
    inPlace: {
      title: 'In context',
      move: 'Move between tasks',
      open: 'Open the task',
      select: 'Select a task in the list',
      newHere: 'Add a task to the column or day',
      rename: 'Rename in the list',
      menu: 'Open a task’s menu',
      lift: 'Hold to pick up a card on the board',
      moveDue: 'Move a task in the calendar by a day or a week',
      today: 'Go to today in the calendar',
      send: 'Send a comment',
      bold: 'Bold',
      italic: 'Italic',
      code: 'Code',
      link: 'Insert link',
      close: 'Close',
    },
    /** How screen readers join the keys of one command. */
    joint: { together: ' and ', after: ' then ', either: ' or ' },
    singleKeys: 'Single-key shortcuts',
    singleKeysText: (key: string) =>
      `Turn them off to avoid triggering them by accident, such as while dictating. Shortcuts with ${key} still work.`,
  },
};
