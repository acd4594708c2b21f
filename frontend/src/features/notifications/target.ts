import { fixedPath, isReminder, pathOfSeveral } from '@contract/notificationKinds';
import { taskSearch } from '../tasks/model/taskUrl';
import type { NotificationItemFragment } from './NotificationItem.generated';

/** The address of a notification's subject; null if that was deleted, or if there is none. */
export const targetOf = (
  { kind, count, group, task, project }: NotificationItemFragment,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | null => {
  const fixed = fixedPath(kind);
  if (fixed !== null) return fixed;
  if (count > 1 || (group.size > 1 && isReminder(kind))) return pathOfSeveral(kind, project?.id);
  if (!task) return project && `/projects/${project.id}`;
  // On the board, the task opens over it, and the board keeps its filter.
  return pathname === '/board' || !project
    ? `/board${taskSearch(pathname === '/board' ? search : '', task.id)}`
    : `/projects/${project.id}${taskSearch('', task.id)}`;
};
