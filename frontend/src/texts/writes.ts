import { plural, t } from '@lingui/core/macro';
import { number } from './format';
import { joined } from './joined';
import { libTexts } from './lib';
import { taskFieldName } from './taskFields';

/** Undo's texts for an action. `words` follow “Undid” and “Can’t undo”; `undone` is the result, if that is clearer. */
export interface ActionWords {
  words: string;
  undone?: string;
}

/** The data that undo stores of an action, to describe it later. */
export interface ActionArgs {
  /** The name of the object, if known. */
  name?: string;
  /** The number of changed objects. */
  count?: number;
  /** The fields that it changed. */
  fields?: readonly string[];
  /** Whether an item was checked or unchecked. */
  done?: boolean;
  isDelete?: boolean;
}

interface WriteTexts {
  /** In the list of pending changes; `title` is the name of the object, if known. */
  queued: (input: never, title?: string) => string;
  undone: (args: ActionArgs) => ActionWords;
}

/** Returns the name of an object, or its kind if the cache has no name. */
export const nameObject = (name: string | undefined, kind: string): string => (name ? t`“${name}”` : kind);

const TASK = t`a task`;
const ITEM = t`a checklist item`;
const PROJECT = t`a project`;

export const tasks = (count: number): string => plural(count, { one: '# task', other: '# tasks' });

/** Names of fields that do not belong to a task. */
const FIELDS: Readonly<Record<string, string>> = {
  rank: t`position`,
  text: t`comment`,
  archivedAt: t`archived state`,
  name: t`name`,
  color: t`color`,
  key: t`key`,
  role: t`role`,
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
const writeTexts = {
  CreateTask: {
    queued: ({ title }: { title: string }) => t`Create “${title}”`,
    undone: ({ name }) => ({
      words: t`creating ${{ name: nameObject(name, TASK) }}`,
      undone: t`Removed ${{ name: nameObject(name, t`the task`) }}`,
    }),
  },
  CreateTasks: {
    queued: ({ tasks: [first, ...others] }: { tasks: readonly { title: string }[] }) =>
      others.length === 0
        ? t`Create ${{ title: nameObject(first?.title, TASK) }}`
        : t`Create ${{ title: nameObject(first?.title, TASK) }} and ${{ length: number(others.length) }} more`,
    undone: ({ count = 1 }) => ({
      words: t`creating ${{ count: tasks(count) }}`,
      undone: t`Removed ${{ count: tasks(count) }}`,
    }),
  },
  UpdateTask: {
    queued: (input: TaskChange, title) => {
      const { status, title: renamed } = input;
      const names = Object.keys(input).filter((name) => !BOOKKEEPING.includes(name));
      if (names.join() === 'status' && status)
        return t`Set ${{ title: nameObject(title, TASK) }} to ${{ status: statusName(status) }}`;
      if (names.join() === 'title' && renamed) return t`Rename ${{ title: nameObject(title, TASK) }} to “${renamed}”`;
      return t`Change the ${{ fields: joined(names.map(fieldName)) }} of ${{ title: nameObject(title, TASK) }}`;
    },
    undone: ({ name, fields = [] }) => {
      const [only, ...others] = fields;
      const isOne = only !== undefined && others.length === 0;
      return {
        words: isOne
          ? t`${{ only: fieldName(only) }} change on ${{ name: nameObject(name, TASK) }}`
          : t`edit to ${{ name: nameObject(name, TASK) }}`,
      };
    },
  },
  MoveTask: {
    queued: ({ status }: { status: string }, title) =>
      t`Move ${{ title: nameObject(title, TASK) }} to ${{ status: statusName(status) }}`,
    undone: ({ name }) => ({ words: t`moving ${{ name: nameObject(name, TASK) }}` }),
  },
  BulkUpdateTasks: {
    queued: ({ ids, delete: isDelete }: { ids: readonly string[]; delete?: boolean }, title) => {
      const those = ids.length === 1 ? nameObject(title, TASK) : tasks(ids.length);
      return isDelete ? t`Delete ${those}` : t`Change ${those}`;
    },
    undone: ({ name, count = 1, isDelete = false }) => {
      const those = count === 1 ? nameObject(name, TASK) : tasks(count);
      if (!isDelete) return { words: count === 1 ? t`edit to ${those}` : t`changes to ${those}` };
      return {
        words: t`deleting ${those}`,
        undone: t`Restored ${{ those: count === 1 ? nameObject(name, t`the task`) : those }}`,
      };
    },
  },
  DeleteTask: {
    queued: (_input, title) => t`Delete ${{ title: nameObject(title, TASK) }}`,
    undone: ({ name }) => ({
      words: t`deleting ${{ name: nameObject(name, TASK) }}`,
      undone: t`Restored ${{ name: nameObject(name, t`the task`) }}`,
    }),
  },
  AddChecklistItem: {
    queued: ({ text }: { text: string }, title) =>
      t`Add to the checklist of ${{ title: nameObject(title, TASK) }}: ${text}`,
    undone: ({ name }) => ({ words: t`adding ${{ name: nameObject(name, ITEM) }}` }),
  },
  AddChecklistItems: {
    queued: ({ items }: { items: readonly { text: string }[] }, title) =>
      t`Add to the checklist of ${{ title: nameObject(title, TASK) }}: ${{ texts: joined(items.map(({ text }) => text)) }}`,
    undone: ({ count = 1 }) => ({ words: t`adding ${{ count: number(count) }} checklist items` }),
  },
  UpdateChecklistItem: {
    queued: ({ text, done }: { text?: string; done?: boolean }, title) =>
      text == null
        ? done
          ? t`Check off ${{ title: nameObject(title, ITEM) }}`
          : t`Uncheck ${{ title: nameObject(title, ITEM) }}`
        : t`Change ${{ title: nameObject(title, ITEM) }} to “${text}”`,
    undone: ({ name, done }) => ({
      words:
        done === undefined
          ? t`edit to ${{ name: nameObject(name, ITEM) }}`
          : done
            ? t`checking off ${{ name: nameObject(name, ITEM) }}`
            : t`unchecking ${{ name: nameObject(name, ITEM) }}`,
    }),
  },
  MoveChecklistItem: {
    queued: (_input, title) => t`Move ${{ title: nameObject(title, ITEM) }}`,
    undone: ({ name }) => ({ words: t`moving ${{ name: nameObject(name, ITEM) }}` }),
  },
  DeleteChecklistItem: {
    queued: (_input, title) => t`Remove ${{ title: nameObject(title, ITEM) }}`,
    undone: () => ({ words: t`deleting a checklist item` }),
  },
  AddComment: {
    queued: ({ text }: { text: string }, title) => t`Comment on ${{ title: nameObject(title, TASK) }}: ${text}`,
    undone: ({ name }) => ({ words: t`comment on ${{ name: nameObject(name, TASK) }}` }),
  },
  UpdateComment: {
    queued: ({ text }: { text: string }, title) => t`Edit a comment on ${{ title: nameObject(title, TASK) }}: ${text}`,
    undone: () => ({ words: t`edit to a comment` }),
  },
  DeleteComment: {
    queued: (_input, title) => t`Delete a comment on ${{ title: nameObject(title, TASK) }}`,
    undone: () => ({ words: t`deleting a comment`, undone: t`Restored the comment` }),
  },
  MarkNotificationRead: {
    queued: () => t`Mark a notification as read`,
    undone: () => ({ words: t`the last change` }),
  },
  DeleteNotification: {
    queued: () => t`Delete a notification`,
    undone: () => ({ words: t`the last change` }),
  },
  CreateProject: {
    queued: ({ name }: { name: string }) => t`Create the project “${name}”`,
    undone: ({ name }) => ({
      words: t`creating ${{ name: nameObject(name, PROJECT) }}`,
      undone: t`Removed ${{ name: nameObject(name, t`the project`) }}`,
    }),
  },
  UpdateProject: {
    queued: (_input, title) => (title ? t`Change the project “${title}”` : t`Change a project`),
    undone: ({ name }) => ({ words: t`edit to ${{ name: nameObject(name, PROJECT) }}` }),
  },
} satisfies Record<string, WriteTexts>;

/** The name of a write that can be queued. A write without its texts, or texts without a write, do not compile. */
export type WriteName = keyof typeof writeTexts;

const textsOf = (operation: string): WriteTexts | undefined =>
  Object.hasOwn(writeTexts, operation) ? (writeTexts as Record<string, WriteTexts>)[operation] : undefined;

/** Describes a queued write, which may be unknown because another version of the app has queued it. */
export const describeQueued = (operation: string, input: object, title: string): string =>
  textsOf(operation)?.queued(input as never, title) ?? t`Change`;

export const describeWrite = (operation: string, args: ActionArgs): ActionWords | undefined =>
  textsOf(operation)?.undone(args);
