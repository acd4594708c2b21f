import { describeWrite, fieldName, named, type ActionArgs, type ActionWords } from './writes';

const TASK = 'a task';
const PROJECT = 'a project';

/** The texts of undoable writes that cannot be queued, by the name of their operation. */
const others: Readonly<Record<string, (args: ActionArgs) => ActionWords>> = {
  BulkRun: (args) => describeWrite('BulkUpdateTasks', args) ?? LAST,
  MoveTaskToProject: ({ name }) => ({ words: `moving ${named(name, TASK)} to another project` }),
  RestoreTask: ({ name }) => ({ words: `restoring ${named(name, TASK)}` }),
  ArchiveProject: ({ name }) => ({ words: `archiving ${named(name, PROJECT)}` }),
  UnarchiveProject: ({ name }) => ({ words: `unarchiving ${named(name, PROJECT)}` }),
  RestoreProject: ({ name }) => ({ words: `restoring ${named(name, PROJECT)}` }),
  DeleteProject: ({ name }) => ({
    words: `deleting ${named(name, PROJECT)}`,
    undone: `Restored ${named(name, 'the project')}`,
  }),
  AddProjectMember: ({ name }) => ({ words: `adding ${name ?? 'a member'}` }),
  UpdateProjectMember: ({ name }) => ({ words: `role change of ${name ?? 'a member'}` }),
  RemoveProjectMember: () => ({ words: 'removing a member' }),
};

const LAST: ActionWords = { words: 'the last change' };

/** Describes an action, also one that a later version of the app has stored. */
const describeAction = (operation: string, args: ActionArgs): ActionWords =>
  describeWrite(operation, args) ?? (Object.hasOwn(others, operation) ? others[operation]?.(args) : undefined) ?? LAST;

/** An action, as undo stores it. */
interface Described {
  operation: string;
  args: ActionArgs;
}

/** Texts of undo and redo. */
export const undoTexts = {
  undo: 'Undo',
  redo: 'Redo',
  done: {
    done: ({ operation, args }: Described) => {
      const { words, undone } = describeAction(operation, args);
      return undone ?? `Undid ${words}`;
    },
    undone: ({ operation, args }: Described) => `Redid ${describeAction(operation, args).words}`,
  },
  nothing: { done: 'Nothing to undo', undone: 'Nothing to redo' },
  /** `reason` is a sentence of its own. */
  refused: {
    done: ({ operation, args }: Described, reason: string) =>
      `Can’t undo ${describeAction(operation, args).words}. ${reason}`,
    undone: ({ operation, args }: Described, reason: string) =>
      `Can’t redo ${describeAction(operation, args).words}. ${reason}`,
  },
  offline: 'You’re offline.',
  gone: 'It was permanently deleted or you lost access.',
  somebody: 'Someone',
  you: 'You',
  item: 'checklist item',
  field: fieldName,
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
};
