import type { ReactNode } from 'react';
import { msg, plural, t } from '@lingui/core/macro';
import { appTexts } from './app';
import { rich } from './rich';

/** Texts of commands: in the menu, in the list of keys, and in the messages about their results. */
export const commandTexts = {
  /** By the command's id. `also` contains further words that people may search for. */
  commands: {
    menu: { words: appTexts.search },
    newTask: { words: t`New Task`, also: t`create add` },
    newProject: { words: t`New Project`, also: t`create add` },
    search: { words: t`Search tasks`, also: t`find filter` },
    filter: { words: t`Filter tasks`, also: t`narrow` },
    undo: { words: t`Undo`, also: t`take back revert` },
    redo: { words: t`Redo`, also: t`do again repeat` },
    help: { words: t`Keyboard shortcuts`, also: t`help hotkeys ?` },

    myWork: { words: t`My work`, also: t`view mine assigned to me due this week` },
    overdue: { words: t`View: Overdue`, also: t`late tasks` },
    recentlyDone: { words: t`View: Recently done`, also: t`completed` },

    nextTask: { words: t`Next task` },
    previousTask: { words: t`Previous task` },
    openTask: { words: t`Open task`, also: t`edit details comment` },
    status: { words: t`Change status`, also: t`set move` },
    priority: { words: t`Change priority`, also: t`set urgent` },
    assignee: { words: t`Change assignee`, also: t`assign to set` },
    dueDate: { words: t`Set due date`, also: t`change deadline day when calendar` },
    tags: { words: t`Change tags`, also: t`labels set` },
    moveToProject: { words: t`Move to project`, also: t`another change` },
    duplicateTask: { words: t`Duplicate task`, also: t`clone` },
    copyLink: { words: t`Copy link to task`, also: t`url share address` },
    copyKey: { words: t`Copy key of task`, also: t`id number` },
    deleteTask: { words: t`Delete task`, also: t`remove trash` },

    readAll: { words: t`Mark all notifications as read`, also: t`bell inbox` },
    lightTheme: { words: t`Use the light theme`, also: t`appearance mode` },
    darkTheme: { words: t`Use the dark theme`, also: t`appearance mode night` },
    systemTheme: { words: t`Use the system theme`, also: t`appearance mode` },
    signOut: { words: t`Sign out`, also: t`log out logout leave` },
  },
  /** A page, by its name in places.ts. */
  goTo: (page: string) => t`Go to ${page}`,
  /** Further words by which people may search for a page. */
  goToAlso: {
    '/dashboard': t`home statistics`,
    '/tasks': t`list`,
    '/board': t`kanban columns`,
    '/calendar': t`month week days due schedule plan`,
    '/timeline': t`gantt roadmap bars schedule plan`,
    '/analytics': t`figures charts reports statistics cycle time flow`,
    '/team': t`people colleagues members workload`,
    '/activity': t`history yesterday what happened`,
    '/trash': t`deleted restore bin`,
    '/profile': t`account name avatar`,
    '/settings': t`preferences password security`,
  } as Readonly<Record<string, string>>,
  /** Changes of tasks that need no further choice. */
  changes: {
    status: (status: string) => t`Change status to ${status}`,
    priority: (priority: string) => t`Change priority to ${priority}`,
    assignToMe: t`Assign to me`,
    due: (day: string) => t`Due ${day}`,
  },
  menu: {
    label: appTexts.search,
    close: t`Close, Esc`,
    results: t`Results`,
    searching: t`Searching`,
    found: (count: number) => plural(count, { one: '# result', other: '# results' }),
    nothing: (query: string) => t`No results for “${query}”`,
    failedToFetch: t`Failed to fetch tasks`,
    recentTasks: t`Recent tasks`,
    tasks: t`Tasks`,
    projects: t`Projects`,
    actions: t`Actions`,
    /** The heading of actions on a task without a title here, or on several tasks. */
    task: t`Task`,
    taskCount: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
    allTasksWith: (query: string) => t`All tasks with “${query}”`,
    /** Shown next to actions that are not possible on a task. */
    readOnly: {
      ARCHIVED: t`Its project is archived`,
      COMMENTER: t`You can only comment on it`,
      VIEWER: t`You can only view it`,
    },
    toMove: (keys: ReactNode) => rich(msg`<keys/> to move`, { keys: <>{keys}</> }),
    toOpen: (keys: ReactNode) => rich(msg`<keys/> to open`, { keys: <>{keys}</> }),
    allKeys: (key: ReactNode) => rich(msg`<key/> all keys`, { key: <>{key}</> }),
  },
  /** The menu of a task. */
  quick: {
    label: t`Task`,
    select: t`Select`,
    deselect: t`Deselect`,
  },
  help: {
    title: t`Keyboard shortcuts`,
    groups: { general: t`General`, goTo: t`Go to`, tasks: t`Tasks` },
    inPlace: {
      title: t`In context`,
      move: t`Move between tasks`,
      open: t`Open the task`,
      select: t`Select a task`,
      newHere: t`Add a task to the column or day`,
      rename: t`Rename in the list`,
      menu: t`Open a task’s menu`,
      lift: t`Hold to pick up a card on the board`,
      moveDue: t`Move a task in the calendar by a day or a week`,
      today: t`Go to today in the calendar`,
      send: t`Send a comment`,
      bold: t`Bold`,
      italic: t`Italic`,
      code: t({ message: 'Code', context: 'formatting of a text' }),
      link: t`Insert link`,
      close: t`Close`,
    },
    /** Joins the keys of a command for screen readers. */
    joint: { together: t` and `, after: t` then `, either: t` or ` },
    singleKeys: t`Single-key shortcuts`,
    singleKeysText: (key: string) =>
      t`Turn them off if you trigger them by accident, for example while dictating. Shortcuts with ${key} still work.`,
  },
};
