import type { ApolloCache } from '@apollo/client';
import type { ActionArgs } from '../../texts/writes';
import type { UndoableAction } from '../client/undoableActions';

const BOOKKEEPING = ['id', 'ids', 'version', 'mutationId'];

const readText = (value: unknown, field: string): string | undefined => {
  const found = (value as Record<string, unknown> | null | undefined)?.[field];
  return typeof found === 'string' ? found : undefined;
};

const lengthOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

/** Returns the arguments that undo stores of an action; null if the action has no undo. The text is composed later. */
export const toActionArgs = (
  cache: ApolloCache,
  viewerId: string,
  { operation, input, payload }: UndoableAction,
): ActionArgs | null => {
  // The viewer has left the project.
  if (operation === 'RemoveProjectMember' && input.userId === viewerId) return null;
  const stored = cache.extract() as Record<string, unknown>;
  const { ids, tasks, items, count = lengthOf(ids) ?? lengthOf(tasks) ?? lengthOf(items), done } = input;
  const [onlyId] = lengthOf(ids) === 1 ? (ids as unknown[]) : [];
  const name =
    readText(payload.checklistItem, 'text') ??
    readText((payload.member as { user?: unknown } | undefined)?.user, 'name') ??
    readText(payload.task, 'title') ??
    readText(payload.project, 'name') ??
    readText(stored[`Task:${String(onlyId ?? input.id ?? input.taskId)}`], 'title') ??
    readText(stored[`Project:${String(input.id ?? input.projectId)}`], 'name');
  return {
    ...(name !== undefined && { name }),
    ...(typeof count === 'number' && { count }),
    ...(typeof done === 'boolean' && { done }),
    ...(input.delete === true && { isDelete: true }),
    ...(operation === 'UpdateTask' && { fields: Object.keys(input).filter((field) => !BOOKKEEPING.includes(field)) }),
  };
};
