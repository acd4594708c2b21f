import { number, plural } from './format';
import { taskFieldName } from './taskFields';

/** The name of an object, or what it is where the cache has no name. */
const named = (name: string | undefined, other: string): string => (name === undefined ? other : `“${name}”`);
/** `words` follow “Undid” and “Can’t undo”; `undone` says what undoing did, where that is clearer. */
export interface ActWords {
  words: string;
  undone?: string;
}

const tasks = (count: number): string =>
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

/** Texts of undo and redo. */
export const undoTexts = {
  undo: 'Undo',
  redo: 'Redo',
  done: {
    done: ({ words, undone }: ActWords) => undone ?? `Undid ${words}`,
    undone: ({ words }: ActWords) => `Redid ${words}`,
  },
  nothing: { done: 'Nothing to undo', undone: 'Nothing to redo' },
  /** `reason` is a sentence of its own. */
  refused: {
    done: ({ words }: ActWords, reason: string) => `Can’t undo ${words}. ${reason}`,
    undone: ({ words }: ActWords, reason: string) => `Can’t redo ${words}. ${reason}`,
  },
  offline: 'You’re offline.',
  gone: 'It was permanently deleted or you lost access.',
  somebody: 'Someone',
  you: 'You',
  item: 'checklist item',
  field: (name: string): string => taskFieldName(name) ?? FIELDS[name] ?? name,
  /** Why a change cannot be undone, and whose change prevents it. */
  conflict: {
    field: (who: string, field: string) => `${who} changed the ${field} since.`,
    deleted: (who: string) => `${who} deleted it since.`,
    back: (who: string) => `${who} already restored it.`,
    commented: (who: string) => `${who} commented on it since.`,
    listed: (who: string) => `${who} added to its checklist since.`,
    tasks: (who: string) => `${who} added tasks to it since.`,
    members: 'Others have joined since.',
    given: (who: string) => `${who} assigned tasks since.`,
  },
  acts: {
    createTask: (title?: string): ActWords => ({
      words: `creating ${named(title, 'a task')}`,
      undone: `Removed ${named(title, 'the task')}`,
    }),
    createTasks: (count: number): ActWords => ({
      words: `creating ${tasks(count)}`,
      undone: `Removed ${tasks(count)}`,
    }),
    updateTask: (title: string | undefined, field: string | null): ActWords => ({
      words: field ? `${field} change on ${named(title, 'a task')}` : `edit to ${named(title, 'a task')}`,
    }),
    moveTask: (title?: string): ActWords => ({ words: `moving ${named(title, 'a task')}` }),
    moveToProject: (title?: string): ActWords => ({ words: `moving ${named(title, 'a task')} to another project` }),
    restoreTask: (title?: string): ActWords => ({ words: `restoring ${named(title, 'a task')}` }),
    addItem: (text?: string): ActWords => ({ words: `adding ${named(text, 'a checklist item')}` }),
    addItems: (count: number): ActWords => ({ words: `adding ${number(count)} checklist items` }),
    tickItem: (text: string | undefined, done: boolean): ActWords => ({
      words: `${done ? 'checking off' : 'unchecking'} ${named(text, 'a checklist item')}`,
    }),
    updateItem: (text?: string): ActWords => ({ words: `edit to ${named(text, 'a checklist item')}` }),
    moveItem: (text?: string): ActWords => ({ words: `moving ${named(text, 'a checklist item')}` }),
    deleteItem: { words: 'deleting a checklist item' } satisfies ActWords,
    archiveProject: (name?: string): ActWords => ({ words: `archiving ${named(name, 'a project')}` }),
    unarchiveProject: (name?: string): ActWords => ({ words: `unarchiving ${named(name, 'a project')}` }),
    restoreProject: (name?: string): ActWords => ({ words: `restoring ${named(name, 'a project')}` }),
    deleteTask: (title?: string): ActWords => ({
      words: `deleting ${named(title, 'a task')}`,
      undone: `Restored ${named(title, 'the task')}`,
    }),
    updateTasks: (count: number): ActWords => ({ words: `changes to ${tasks(count)}` }),
    deleteTasks: (count: number): ActWords => ({
      words: `deleting ${tasks(count)}`,
      undone: `Restored ${tasks(count)}`,
    }),
    addComment: (title?: string): ActWords => ({ words: `comment on ${named(title, 'a task')}` }),
    updateComment: { words: 'edit to a comment' } satisfies ActWords,
    deleteComment: { words: 'deleting a comment', undone: 'Restored the comment' } satisfies ActWords,
    createProject: (name?: string): ActWords => ({
      words: `creating ${named(name, 'a project')}`,
      undone: `Removed ${named(name, 'the project')}`,
    }),
    updateProject: (name?: string): ActWords => ({ words: `edit to ${named(name, 'a project')}` }),
    deleteProject: (name?: string): ActWords => ({
      words: `deleting ${named(name, 'a project')}`,
      undone: `Restored ${named(name, 'the project')}`,
    }),
    addMember: (name?: string): ActWords => ({ words: `adding ${name ?? 'a member'}` }),
    updateMember: (name?: string): ActWords => ({ words: `role change of ${name ?? 'a member'}` }),
    removeMember: { words: 'removing a member' } satisfies ActWords,
    other: { words: 'the last change' } satisfies ActWords,
  },
};
