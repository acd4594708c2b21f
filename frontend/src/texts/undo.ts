import { t } from '@lingui/core/macro';
import { describeWrite, fieldName, nameObject, type ActionArgs, type ActionWords } from './writes';

const TASK = t`a task`;
const PROJECT = t`a project`;

/** The texts of undoable writes that cannot be queued, by the name of their operation. */
const others: Readonly<Record<string, (args: ActionArgs) => ActionWords>> = {
  BulkRun: (args) => describeWrite('BulkUpdateTasks', args) ?? LAST,
  MoveTaskToProject: ({ name }) => ({ words: t`moving ${{ name: nameObject(name, TASK) }} to another project` }),
  RestoreTask: ({ name }) => ({ words: t`restoring ${{ name: nameObject(name, TASK) }}` }),
  ArchiveProject: ({ name }) => ({ words: t`archiving ${{ name: nameObject(name, PROJECT) }}` }),
  UnarchiveProject: ({ name }) => ({ words: t`unarchiving ${{ name: nameObject(name, PROJECT) }}` }),
  RestoreProject: ({ name }) => ({ words: t`restoring ${{ name: nameObject(name, PROJECT) }}` }),
  DeleteProject: ({ name }) => ({
    words: t`deleting ${{ name: nameObject(name, PROJECT) }}`,
    undone: t`Restored ${{ name: nameObject(name, t`the project`) }}`,
  }),
  CreateExampleProject: () => ({
    words: t`creating the example project`,
    undone: t`Removed the example project`,
  }),
  AddProjectMember: ({ name }) => ({ words: t`adding ${{ name: name ?? t`a member` }}` }),
  UpdateProjectMember: ({ name }) => ({ words: t`role change of ${{ name: name ?? t`a member` }}` }),
  RemoveProjectMember: () => ({ words: t`removing a member` }),
};

const LAST: ActionWords = { words: t`the last change` };

/** Describes an action, including one that a later version of the app has stored. */
const describeAction = (operation: string, args: ActionArgs): ActionWords =>
  describeWrite(operation, args) ?? (Object.hasOwn(others, operation) ? others[operation]?.(args) : undefined) ?? LAST;

/** An action in undo's stored form. */
interface Described {
  operation: string;
  args: ActionArgs;
}

export const undoTexts = {
  undo: t`Undo`,
  redo: t`Redo`,
  done: {
    done: ({ operation, args }: Described) => {
      const { words, undone } = describeAction(operation, args);
      return undone ?? t`Undid ${words}`;
    },
    undone: ({ operation, args }: Described) => t`Redid ${{ words: describeAction(operation, args).words }}`,
  },
  nothing: { done: t`Nothing to undo`, undone: t`Nothing to redo` },
  /** `reason` is a whole sentence. */
  refused: {
    done: ({ operation, args }: Described, reason: string) =>
      t`Can’t undo ${{ words: describeAction(operation, args).words }}. ${reason}`,
    undone: ({ operation, args }: Described, reason: string) =>
      t`Can’t redo ${{ words: describeAction(operation, args).words }}. ${reason}`,
  },
  offline: t`You’re offline.`,
  gone: t`It was permanently deleted or moved to another project, or you lost access.`,
  someone: t({ message: 'Someone', context: 'in a sentence' }),
  you: t({ message: 'You', context: 'in a sentence' }),
  item: t`checklist item`,
  field: fieldName,
  /** Why a change cannot be undone, and who made the change that prevents it. */
  conflict: {
    field: (who: string, field: string) => t`${who} changed the ${field} since.`,
    deleted: (who: string) => t`${who} deleted it since.`,
    back: (who: string) => t`${who} already restored it.`,
    commented: (who: string) => t`${who} commented on it since.`,
    listed: (who: string) => t`${who} added to its checklist since.`,
    tasks: (who: string) => t`${who} added tasks to it since.`,
    members: t`Others have joined since.`,
    given: (who: string) => t`${who} assigned tasks since.`,
  },
};
