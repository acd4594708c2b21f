import { number, plural } from './format';

const quoted = (what: string, name: string | undefined): string => (name === undefined ? what : `${what} “${name}”`);
const tasks = (count: number): string =>
  plural(count, { one: `${number(count)} task`, other: `${number(count)} tasks` });

const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due date',
  tags: 'tags',
  assigneeId: 'assignee',
  rank: 'place',
  text: 'comment',
  archivedAt: 'archive',
  name: 'name',
  color: 'color',
  role: 'role',
};

/** What undoing says. */
export const undoTexts = {
  undo: 'Undo',
  redo: 'Redo',
  done: {
    done: (what: string) => `Undone: ${what}`,
    undone: (what: string) => `Done again: ${what}`,
  },
  nothing: { done: 'Nothing to undo', undone: 'Nothing to redo' },
  /** Why not; `reason` is a sentence of its own. */
  refused: {
    done: (what: string, reason: string) => `Cannot undo: ${what}. ${reason}`,
    undone: (what: string, reason: string) => `Cannot redo: ${what}. ${reason}`,
  },
  offline: 'Undoing needs a connection to the server.',
  gone: 'It is gone for good, or not yours to see any more.',
  somebody: 'Somebody',
  you: 'You',
  item: 'item of the checklist',
  field: (name: string): string => FIELDS[name] ?? name,
  /** What stands in the way, by whom. */
  conflict: {
    field: (who: string, field: string) => `${who} changed the ${field} since.`,
    deleted: (who: string) => `${who} deleted it since.`,
    back: (who: string) => `${who} took it back since.`,
    commented: (who: string) => `${who} commented on it since.`,
    listed: (who: string) => `${who} added to its checklist since.`,
    tasks: (who: string) => `${who} added tasks to it since.`,
    members: 'Others are members of it by now.',
    given: (who: string) => `${who} assigned tasks since.`,
  },
  /** What was done: what follows 'Undone: '. */
  acts: {
    createTask: (title?: string) => quoted('new task', title),
    createTasks: (count: number) => `new ${tasks(count)}`,
    updateTask: (title: string | undefined, field: string | null) => `${field ?? 'change'} of ${quoted('task', title)}`,
    moveTask: (title?: string) => `move of ${quoted('task', title)}`,
    moveToProject: (title?: string) => `move of ${quoted('task', title)} to another project`,
    restoreTask: (title?: string) => `restoring ${quoted('task', title)}`,
    addItem: (text?: string) => quoted('new item', text),
    addItems: (count: number) => `${number(count)} new items of a checklist`,
    tickItem: (text: string | undefined, done: boolean) => `${done ? 'ticking' : 'unticking'} ${quoted('item', text)}`,
    updateItem: (text?: string) => `change of ${quoted('item', text)}`,
    moveItem: (text?: string) => `move of ${quoted('item', text)}`,
    deleteItem: 'deletion of an item of a checklist',
    archiveProject: (name?: string) => `archiving ${quoted('project', name)}`,
    unarchiveProject: (name?: string) => `taking ${quoted('project', name)} out of the archive`,
    restoreProject: (name?: string) => `restoring ${quoted('project', name)}`,
    deleteTask: (title?: string) => `deletion of ${quoted('task', title)}`,
    updateTasks: (count: number) => `change of ${tasks(count)}`,
    deleteTasks: (count: number) => `deletion of ${tasks(count)}`,
    addComment: (title?: string) => `comment on ${quoted('task', title)}`,
    updateComment: 'change of a comment',
    deleteComment: 'deletion of a comment',
    createProject: (name?: string) => quoted('new project', name),
    updateProject: (name?: string) => `change of ${quoted('project', name)}`,
    deleteProject: (name?: string) => `deletion of ${quoted('project', name)}`,
    addMember: (name?: string) => `adding ${name ?? 'a member'}`,
    updateMember: (name?: string) => `role of ${name ?? 'a member'}`,
    removeMember: 'removing a member',
    other: 'the last change',
  },
};
