import type { ApolloCache } from '@apollo/client';
import type { Act } from '../client/acts';
import { knownTask } from '../../features/tasks/model/taskCache';
import { undoTexts, type ActWords } from '../../texts/undo';

const BOOKKEEPING = new Set(['id', 'version', 'mutationId']);

const nameIn = (value: unknown, field: string): string | undefined => {
  const found = (value as Record<string, unknown> | null | undefined)?.[field];
  return typeof found === 'string' ? found : undefined;
};

/** The name of a project, as far as the cache knows it. */
const projectName = (cache: ApolloCache, id: unknown): string | undefined =>
  nameIn((cache.extract() as Record<string, unknown>)[`Project:${String(id)}`], 'name');

/** Describes an act for undo's messages. Null for what has no undo. */
export const describeAct = (
  cache: ApolloCache,
  viewerId: string,
  { operation, input, payload }: Act,
): ActWords | null => {
  const { acts, field } = undoTexts;
  const titleOf = (id: unknown): string | undefined => knownTask(cache, String(id))?.title;
  const task = nameIn(payload.task, 'title') ?? titleOf(input.id ?? input.taskId);
  const project = nameIn(payload.project, 'name') ?? projectName(cache, input.id ?? input.projectId);
  const item = nameIn(payload.checklistItem, 'text');
  const person = nameIn((payload.member as { user?: unknown } | undefined)?.user, 'name');
  switch (operation) {
    case 'CreateTask':
      return acts.createTask(task);
    case 'CreateTasks':
      return acts.createTasks(Array.isArray(input.tasks) ? input.tasks.length : 0);
    case 'UpdateTask': {
      const names = Object.keys(input).filter((name) => !BOOKKEEPING.has(name));
      const [only] = names;
      return acts.updateTask(task, names.length === 1 && only !== undefined ? field(only) : null);
    }
    case 'MoveTask':
      return acts.moveTask(task);
    case 'MoveTaskToProject':
      return acts.moveToProject(task);
    case 'DeleteTask':
      return acts.deleteTask(task);
    case 'RestoreTask':
      return acts.restoreTask(task);
    case 'ArchiveProject':
      return acts.archiveProject(project);
    case 'UnarchiveProject':
      return acts.unarchiveProject(project);
    case 'RestoreProject':
      return acts.restoreProject(project);
    case 'AddChecklistItem':
      return acts.addItem(item);
    case 'AddChecklistItems':
      return acts.addItems(Array.isArray(input.items) ? input.items.length : 0);
    case 'UpdateChecklistItem':
      return typeof input.done === 'boolean' ? acts.tickItem(item, input.done) : acts.updateItem(item);
    case 'MoveChecklistItem':
      return acts.moveItem(item);
    case 'DeleteChecklistItem':
      return acts.deleteItem;
    case 'BulkUpdateTasks':
    case 'BulkRun': {
      const ids = Array.isArray(input.ids) ? input.ids : [];
      const count = typeof input.count === 'number' ? input.count : ids.length;
      if (count === 1) return input.delete ? acts.deleteTask(titleOf(ids[0])) : acts.updateTask(titleOf(ids[0]), null);
      return input.delete ? acts.deleteTasks(count) : acts.updateTasks(count);
    }
    case 'AddComment':
      return acts.addComment(task);
    case 'UpdateComment':
      return acts.updateComment;
    case 'DeleteComment':
      return acts.deleteComment;
    case 'CreateProject':
      return acts.createProject(project);
    case 'UpdateProject':
      return acts.updateProject(project);
    case 'DeleteProject':
      return acts.deleteProject(project);
    case 'AddProjectMember':
      return acts.addMember(person);
    case 'UpdateProjectMember':
      return acts.updateMember(person);
    case 'RemoveProjectMember':
      return input.userId === viewerId ? null : acts.removeMember;
    default:
      return acts.other;
  }
};
