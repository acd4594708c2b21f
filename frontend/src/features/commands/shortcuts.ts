import type { ComponentType } from 'react';
import { KEYS } from '../../lib/keyboard/keys';
import { commandTexts } from '../../texts/command';

/** The place of a command in the list of all keys. */
export type CommandGroup = 'general' | 'goTo' | 'tasks' | 'account';

/** A page with a command that opens it, and whether tasks open over it (app/places.ts). */
export interface CommandPlace {
  path: string;
  link?: { label: string; icon: ComponentType; keys?: string; isForAdmins?: true };
  opensTasks?: boolean;
}

interface CommandOptions {
  group: CommandGroup;
  /** In the format of tinykeys: 'g d' is one key after the other, 'Shift+c' both at once, '$mod' Ctrl or ⌘. */
  keys?: string;
  /** Other keys that do the same; lists of keys show only `keys`. */
  alsoKeys?: string;
  /** Whether it applies to a single task, or to all selected ones. */
  needs?: 'task' | 'tasks';
  /** It does not change the tasks that it applies to. */
  readsOnly?: true;
  /** In a text field, its keys belong to the browser. */
  notInText?: true;
  /** Its keys are disabled while a task is open, where people may mean something inside the task. */
  notInPanel?: true;
  /** Reached only by keys, because it makes no sense in a list of actions. */
  keysOnly?: true;
}

interface CommandRow extends CommandOptions {
  id: keyof typeof commandTexts.commands;
}

const ROWS = [
  { id: 'menu', group: 'general', keys: KEYS.menu, keysOnly: true },
  { id: 'newTask', group: 'general', keys: KEYS.newTask },
  { id: 'newProject', group: 'general', keys: 'Shift+c' },
  { id: 'search', group: 'general', keys: '/' },
  { id: 'filter', group: 'general', keys: KEYS.filter },
  { id: 'undo', group: 'general', keys: '$mod+z', notInText: true },
  { id: 'redo', group: 'general', keys: '$mod+Shift+z', notInText: true },
  { id: 'help', group: 'general', keys: '?' },

  { id: 'myWork', group: 'goTo', keys: 'w' },
  { id: 'overdue', group: 'goTo' },
  { id: 'recentlyDone', group: 'goTo' },

  { id: 'nextTask', group: 'tasks', keys: KEYS.nextTask, keysOnly: true },
  { id: 'previousTask', group: 'tasks', keys: KEYS.previousTask, keysOnly: true },
  { id: 'openTask', group: 'tasks', needs: 'task', readsOnly: true },
  { id: 'status', group: 'tasks', keys: 's', needs: 'tasks' },
  { id: 'priority', group: 'tasks', keys: 'p', needs: 'tasks' },
  { id: 'assignee', group: 'tasks', keys: 'a', needs: 'tasks' },
  { id: 'dueDate', group: 'tasks', keys: 'd', needs: 'tasks' },
  { id: 'tags', group: 'tasks', keys: 'l', needs: 'tasks' },
  { id: 'moveToProject', group: 'tasks', keys: 'm', needs: 'task' },
  { id: 'duplicateTask', group: 'tasks', needs: 'task' },
  { id: 'copyLink', group: 'tasks', needs: 'task', readsOnly: true },
  { id: 'copyKey', group: 'tasks', keys: '$mod+.', needs: 'task', readsOnly: true },
  { id: 'deleteTask', group: 'tasks', keys: 'Delete', alsoKeys: 'Backspace', needs: 'tasks', notInPanel: true },

  { id: 'readAll', group: 'account' },
  { id: 'lightTheme', group: 'account' },
  { id: 'darkTheme', group: 'account' },
  { id: 'systemTheme', group: 'account' },
  { id: 'signOut', group: 'account' },
] as const satisfies readonly CommandRow[];

/** An action other than opening a page. */
export type ActionId = (typeof ROWS)[number]['id'];

/** The address of a page. */
type PlaceId = `/${string}`;

export type CommandId = ActionId | PlaceId;

export const isPlaceId = (id: CommandId): id is PlaceId => id.startsWith('/');

/** A row of the table, with its texts. */
export interface Command extends CommandOptions {
  id: CommandId;
  words: string;
  /** Further words that people may search for. */
  also?: string;
  Icon?: ComponentType;
}

/** All commands other than pages, with their texts and keys. */
export const ACTIONS: readonly Command[] = ROWS.map((row) => ({
  ...row,
  ...commandTexts.commands[row.id],
}));

/** All commands that are available everywhere. The menu, the help and the keys all read this list. */
export const commandsOf = (places: readonly CommandPlace[]): readonly Command[] => {
  const pages = places.flatMap(({ path, link }): Command[] => {
    if (!link) return [];
    const { label, icon, ...rest } = link;
    const also = commandTexts.goToAlso[path];
    const words = commandTexts.goTo(label);
    return [{ ...rest, id: path as PlaceId, group: 'goTo', words, ...(also && { also }), Icon: icon }];
  });
  const at = ACTIONS.findIndex(({ group }) => group === 'goTo');
  return ACTIONS.toSpliced(at, 0, ...pages);
};

/** Whether it changes the tasks that it applies to. */
export const changesTasks = ({ needs, readsOnly }: Command): boolean => needs !== undefined && !readsOnly;

const { inPlace } = commandTexts.help;

/** Keys that the focused component handles itself. */
export const COMPONENT_KEYS: readonly { words: string; keys: string }[] = [
  { words: inPlace.move, keys: '↑ ↓ ← →' },
  { words: inPlace.open, keys: 'Enter' },
  { words: inPlace.select, keys: KEYS.select },
  { words: inPlace.newHere, keys: KEYS.newHere },
  { words: inPlace.rename, keys: 'F2' },
  { words: inPlace.menu, keys: 'Shift+F10' },
  { words: inPlace.lift, keys: 'Space' },
  { words: inPlace.moveDue, keys: 'Alt+← → ↑ ↓' },
  { words: inPlace.today, keys: KEYS.today },
  { words: inPlace.send, keys: '$mod+Enter' },
  { words: inPlace.bold, keys: '$mod+b' },
  { words: inPlace.italic, keys: '$mod+i' },
  { words: inPlace.code, keys: '$mod+e' },
  { words: inPlace.link, keys: '$mod+k' },
  { words: inPlace.close, keys: 'Escape' },
];
