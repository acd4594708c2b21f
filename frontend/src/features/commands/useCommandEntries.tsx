import type { ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import {
  Bell,
  Calendar,
  CalendarX,
  CircleCheck,
  Clock,
  Copy,
  FolderInput,
  FolderPlus,
  Hash,
  Keyboard,
  Link,
  ListFilter,
  LogOut,
  Monitor,
  Moon,
  PanelRight,
  Plus,
  Redo2,
  Search,
  Sun,
  Tag,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react';
import { TASK_PRIORITIES, TASK_STATUSES } from '@contract/enums';
import { fold } from '@contract/fold';
import { formatParsedDue } from '../../lib/dates/dueText';
import { formatNearDay } from '../../lib/dates/format';
import { isDueDay } from '../../lib/dates/due';
import { readDueWords } from '../../lib/dates/dueWords';
import { quickDays, type QuickDay } from '../../lib/dates/localDays';
import { PRIORITY_LABELS, STATUS_LABELS } from '../../lib/text';
import { readStoredJson, writeStoredJson } from '../../lib/storage';
import { getTheme, type Theme } from '../../lib/theme';
import { useCurrentUser } from '../account/session/SessionContext';
import { findReadOnly } from '../tasks/model/readOnly';
import { useChangeTasks } from '../tasks/bulk/useChangeTasks';
import { commandTexts } from '../../texts/command';
import { dateTexts } from '../../texts/date';
import { Avatar } from '../../ui/Avatar';
import { PriorityIcon } from '../../ui/PriorityIcon';
import { StatusIcon } from '../../ui/StatusIcon';
import { targetCount, useCommandState, type TaskTarget } from './CommandProvider';
import { matchesWords, isLongEnough } from './match';
import { changesTasks, commandsOf, type Command, type CommandId } from './shortcuts';
import { useRunCommand } from './useRunCommand';

/** Returns 'Next week' with the case that it has within a sentence. */
const inSentence = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const THEME_OF: Partial<Record<CommandId, Theme>> = { lightTheme: 'light', darkTheme: 'dark', systemTheme: 'system' };

/** How many commands are stored. */
const RECENT = 5;

/** The commands last used in the menu, latest first. */
const recentCommands = (): readonly unknown[] => {
  const stored = readStoredJson('recent-commands');
  return Array.isArray(stored) ? stored : [];
};

/** Records that a command was used, so that it is listed higher next time. */
const recordCommand = (id: CommandId): void =>
  writeStoredJson('recent-commands', [id, ...recentCommands().filter((other) => other !== id)].slice(0, RECENT));

/** A row of the command menu. */
export interface Entry {
  key: string;
  words: string;
  icon: ReactNode;
  keys?: string;
  /** Shown next to the label, less prominently: the project of a task, or the size of a project. */
  side?: string;
  /** A line below the label: other matches, if the label does not contain the whole query. */
  excerpt?: string | null;
  danger?: boolean;
  /** Disables the entry; `side` shows the reason. */
  disabled?: boolean;
  run: () => void;
}

/** Rows that belong together. */
export interface EntryGroup {
  label: string;
  items: readonly Entry[];
}

export const ACTION_ICONS: Partial<Record<CommandId, ReactNode>> = {
  newTask: <Plus />,
  newProject: <FolderPlus />,
  search: <Search />,
  undo: <Undo2 />,
  redo: <Redo2 />,
  help: <Keyboard />,
  filter: <ListFilter />,
  myWork: <UserRound />,
  overdue: <Clock />,
  recentlyDone: <CircleCheck />,
  openTask: <PanelRight />,
  status: <StatusIcon status="IN_PROGRESS" tone="field" />,
  priority: <PriorityIcon priority="HIGH" tone="field" />,
  assignee: <UserRound />,
  dueDate: <Calendar />,
  tags: <Tag />,
  moveToProject: <FolderInput />,
  duplicateTask: <Copy />,
  copyLink: <Link />,
  copyKey: <Hash />,
  deleteTask: <Trash2 />,
  readAll: <Bell />,
  lightTheme: <Sun />,
  darkTheme: <Moon />,
  systemTheme: <Monitor />,
  signOut: <LogOut />,
};

const fits = ({ id, needs, keysOnly }: Command, target: TaskTarget): boolean =>
  !keysOnly &&
  THEME_OF[id] !== getTheme() &&
  (needs === undefined || targetCount(target) === 1 || (needs === 'tasks' && targetCount(target) > 1)) &&
  !(id === 'openTask' && target.isOpen);

/** Returns the date in a query such as 'due fri' or 'due on Nov 27 5pm'; null if it has none. */
const dueIn = (text: string): string | null => {
  const words = /^(?:set )?due (?:date )?(?:(?:to|on|by) )?(.+)$/i.exec(text)?.[1];
  return (words !== undefined && readDueWords(words)?.due) || null;
};

const recentFirst = (commands: readonly Command[]): Command[] => {
  const recent = recentCommands();
  const place = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return commands.toSorted((a, b) => place(a) - place(b));
};

/** Returns the matching commands, recently used ones first, and changes of the tasks that need no further choice. */
export const useCommandEntries = (query: string, target: TaskTarget) => {
  const runCommand = useRunCommand();
  const { places } = useCommandState();
  const change = useChangeTasks();
  const user = useCurrentUser();
  const { ids, all } = target;
  const { cache } = useApolloClient();
  const readOnly = findReadOnly(cache, ids);
  const isFixed = readOnly !== null;
  const fixed = readOnly && { disabled: true, side: commandTexts.menu.readOnly[readOnly] };

  const toEntry = (command: Command): Entry => {
    const { id, words, keys, Icon } = command;
    return {
      key: id,
      words,
      icon: Icon ? <Icon /> : ACTION_ICONS[id],
      ...(keys && { keys }),
      danger: id === 'deleteTask',
      ...(fixed && changesTasks(command) && fixed),
      run: () => {
        recordCommand(id);
        runCommand(id, target);
      },
    };
  };
  const direct = (): Entry[] => [
    ...TASK_STATUSES.map((status) => ({
      key: `status:${status}`,
      words: commandTexts.changes.status(STATUS_LABELS[status]),
      icon: <StatusIcon status={status} />,
      run: () => void change(ids, { status }, all),
    })),
    ...TASK_PRIORITIES.map((priority) => ({
      key: `priority:${priority}`,
      words: commandTexts.changes.priority(PRIORITY_LABELS[priority]),
      icon: <PriorityIcon priority={priority} />,
      run: () => void change(ids, { priority }, all),
    })),
    {
      key: 'assignee:me',
      words: commandTexts.changes.assignToMe,
      icon: <Avatar user={user} decorative />,
      run: () => void change(ids, { assignee: user }, all),
    },
    ...Object.entries(quickDays()).map(([name, day]) => ({
      key: `due:${name}`,
      words: commandTexts.changes.due(inSentence(dateTexts.quick[name as QuickDay])),
      icon: <Calendar />,
      side: formatNearDay(day),
      run: () => void change(ids, { dueDate: day }, all),
    })),
    {
      key: 'due:none',
      words: dateTexts.remove,
      icon: <CalendarX />,
      run: () => void change(ids, { dueDate: null }, all),
    },
  ];

  const ownPlaces = places.filter(({ link }) => !link?.isForAdmins || user.isAdmin);
  const commands = recentFirst(commandsOf(ownPlaces).filter((command) => fits(command, target)));
  const text = query.trim();
  if (text === '') {
    return {
      ofTasks: commands.filter(({ needs }) => needs).map(toEntry),
      actions: commands.filter(({ needs }) => !needs).map(toEntry),
      isMeant: false,
    };
  }
  // One or two letters begin too many of the further words.
  const found = commands.filter(({ words, also = '' }) =>
    matchesWords(isLongEnough(text) || text === '?' ? `${words} ${also}` : words, text),
  );
  const changes = ids.length > 0 && !isFixed ? direct().filter(({ words }) => matchesWords(words, text)) : [];
  const due = ids.length > 0 && !isFixed && changes.length === 0 ? dueIn(text) : null;
  if (due !== null) {
    changes.push({
      key: 'due',
      words: commandTexts.changes.due(formatParsedDue(due)),
      icon: <Calendar />,
      run: () => void change(ids, { dueDate: isDueDay(due) ? due : new Date(due).toISOString() }, all),
    });
  }
  // A query that is a whole command or the name of a page comes before tasks that contain the word.
  const folded = fold(text);
  const isMeant =
    due !== null ||
    found.some(({ words }) => {
      const name = fold(words);
      return (text.length > 2 && name.startsWith(folded)) || name.endsWith(` ${folded}`);
    });
  // A complete date comes before a page whose words contain it.
  const actions = found.map(toEntry);
  return { ofTasks: [], actions: due === null ? [...actions, ...changes] : [...changes, ...actions], isMeant };
};
