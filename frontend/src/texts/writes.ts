import { number, plural } from './format';
import { libTexts } from './lib';
import { taskFieldName } from './taskFields';

/** Undo's texts for one act. `words` follow “Undid” and “Can’t undo”; `undone` says what undoing did, if that is clearer. */
export interface ActionWords {
  words: string;
  undone?: string;
}

/** What undo stores of an act to describe it later. */
export interface ActionArgs {
  /** The name of the object, if it was known. */
  name?: string;
  /** How many objects the act changed. */
  count?: number;
  /** The fields that it changed. */
  fields?: readonly string[];
  /** Whether it checked off an item or unchecked it. */
  done?: boolean;
  isDelete?: boolean;
}

interface WriteTexts {
  /** In the list of pending changes; `title` is the name of the object, if it was known. */
  queued: (input: never, title?: string) => string;
  undone: (args: ActionArgs) => ActionWords;
}

/** The name of an object, or its kind where the cache has no name. */
export const named = (name: string | undefined, kind: string): string => (name ? `“${name}”` : kind);

const TASK = 'a task';
const ITEM = 'a checklist item';
const PROJECT = 'a project';

export const tasks = (count: number): string =>
  plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` });

/** Fields besides those of a task. */
const FIELDS: Readonly<Record<string, string>> = {
  rank: 'position',
  text: 'comment',
  archivedAt: 'archived state',
  name: 'name',
  color: 'color',
  role: 'role',
};

export const fieldName = (name: string): string => taskFieldName(name) ?? FIELDS[name] ?? name;

const statuses: Readonly<Record<string, string>> = libTexts.status;
const statusName = (status: string): string => statuses[status] ?? status;

const BOOKKEEPING = ['id', 'version', 'mutationId'];

interface TaskChange {
  status?: string;
  title?: string;
}

/** The texts of each write that can be queued, by the name of its operation. */
export const writeTexts = {
  CreateTask: {
    queued: ({ title }: { title: string }) => `Create “${title}”`,
    undone: ({ name }) => ({ words: `creating ${named(name, TASK)}`, undone: `Removed ${named(name, 'the task')}` }),
  },
  CreateTasks: {
    queued: ({ tasks: [first, ...others] }: { tasks: readonly { title: string }[] }) =>
      others.length === 0
        ? `Create ${named(first?.title, TASK)}`
        : `Create ${named(first?.title, TASK)} and ${number(others.length)} more`,
    undone: ({ count = 1 }) => ({ words: `creating ${tasks(count)}`, undone: `Removed ${tasks(count)}` }),
  },
  UpdateTask: {
    queued: (input: TaskChange, title) => {
      const { status, title: renamed } = input;
      const names = Object.keys(input).filter((name) => !BOOKKEEPING.includes(name));
      if (names.join() === 'status' && status) return `Set ${named(title, TASK)} to ${statusName(status)}`;
      if (names.join() === 'title' && renamed) return `Rename ${named(title, TASK)} to “${renamed}”`;
      return `Change the ${names.map(fieldName).join(', ')} of ${named(title, TASK)}`;
    },
    undone: ({ name, fields = [] }) => {
      const [only, ...others] = fields;
      const isOne = only !== undefined && others.length === 0;
      return { words: isOne ? `${fieldName(only)} change on ${named(name, TASK)}` : `edit to ${named(name, TASK)}` };
    },
  },
  MoveTask: {
    queued: ({ status }: { status: string }, title) => `Move ${named(title, TASK)} to ${statusName(status)}`,
    undone: ({ name }) => ({ words: `moving ${named(name, TASK)}` }),
  },
  BulkUpdateTasks: {
    queued: ({ ids, delete: isDelete }: { ids: readonly string[]; delete?: boolean }, title) =>
      `${isDelete ? 'Delete' : 'Change'} ${ids.length === 1 ? named(title, TASK) : tasks(ids.length)}`,
    undone: ({ name, count = 1, isDelete = false }) => {
      const those = count === 1 ? named(name, TASK) : tasks(count);
      if (!isDelete) return { words: count === 1 ? `edit to ${those}` : `changes to ${those}` };
      return { words: `deleting ${those}`, undone: `Restored ${count === 1 ? named(name, 'the task') : those}` };
    },
  },
  DeleteTask: {
    queued: (_input, title) => `Delete ${named(title, TASK)}`,
    undone: ({ name }) => ({ words: `deleting ${named(name, TASK)}`, undone: `Restored ${named(name, 'the task')}` }),
  },
  AddChecklistItem: {
    queued: ({ text }: { text: string }, title) => `Add to the checklist of ${named(title, TASK)}: ${text}`,
    undone: ({ name }) => ({ words: `adding ${named(name, ITEM)}` }),
  },
  AddChecklistItems: {
    queued: ({ items }: { items: readonly { text: string }[] }, title) =>
      `Add to the checklist of ${named(title, TASK)}: ${items.map(({ text }) => text).join(', ')}`,
    undone: ({ count = 1 }) => ({ words: `adding ${number(count)} checklist items` }),
  },
  UpdateChecklistItem: {
    queued: ({ text, done }: { text?: string; done?: boolean }, title) =>
      text == null
        ? `${done ? 'Check off' : 'Uncheck'} ${named(title, ITEM)}`
        : `Change ${named(title, ITEM)} to “${text}”`,
    undone: ({ name, done }) => ({
      words:
        done === undefined
          ? `edit to ${named(name, ITEM)}`
          : `${done ? 'checking off' : 'unchecking'} ${named(name, ITEM)}`,
    }),
  },
  MoveChecklistItem: {
    queued: (_input, title) => `Move ${named(title, ITEM)}`,
    undone: ({ name }) => ({ words: `moving ${named(name, ITEM)}` }),
  },
  DeleteChecklistItem: {
    queued: (_input, title) => `Remove ${named(title, ITEM)}`,
    undone: () => ({ words: 'deleting a checklist item' }),
  },
  AddComment: {
    queued: ({ text }: { text: string }, title) => `Comment on ${named(title, TASK)}: ${text}`,
    undone: ({ name }) => ({ words: `comment on ${named(name, TASK)}` }),
  },
  UpdateComment: {
    queued: ({ text }: { text: string }, title) => `Edit a comment on ${named(title, TASK)}: ${text}`,
    undone: () => ({ words: 'edit to a comment' }),
  },
  DeleteComment: {
    queued: (_input, title) => `Delete a comment on ${named(title, TASK)}`,
    undone: () => ({ words: 'deleting a comment', undone: 'Restored the comment' }),
  },
  MarkNotificationRead: {
    queued: () => 'Mark a notification as read',
    undone: () => ({ words: 'the last change' }),
  },
  DeleteNotification: {
    queued: () => 'Delete a notification',
    undone: () => ({ words: 'the last change' }),
  },
  CreateProject: {
    queued: ({ name }: { name: string }) => `Create the project “${name}”`,
    undone: ({ name }) => ({
      words: `creating ${named(name, PROJECT)}`,
      undone: `Removed ${named(name, 'the project')}`,
    }),
  },
  UpdateProject: {
    queued: (_input, title) => `Change ${title ? `the project “${title}”` : PROJECT}`,
    undone: ({ name }) => ({ words: `edit to ${named(name, PROJECT)}` }),
  },
} satisfies Record<string, WriteTexts>;

/** The name of a write that can be queued. A write without its texts, or texts without a write, do not compile. */
export type WriteName = keyof typeof writeTexts;

const textsOf = (operation: string): WriteTexts | undefined =>
  Object.hasOwn(writeTexts, operation) ? (writeTexts as Record<string, WriteTexts>)[operation] : undefined;

/** Describes a queued write; another version of the app may have queued one that this version lacks. */
export const describeQueued = (operation: string, input: object, title: string): string =>
  textsOf(operation)?.queued(input as never, title) ?? 'Change';

export const describeWrite = (operation: string, args: ActionArgs): ActionWords | undefined =>
  textsOf(operation)?.undone(args);
