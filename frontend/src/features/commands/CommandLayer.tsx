import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useLocation, matchPath } from 'react-router-dom';
import { CreateProjectDialog } from '../projects/lazyDialogs';
import { readOnlyReason } from '../projects/readOnly';
import { ProjectSummaryFragmentDoc } from '../projects/ProjectSummary.generated';
import { TaskPicker } from '../tasks/pickers/TaskPicker';
import { findCachedTask } from '../tasks/model/taskCache';
import { lazyDialog } from '../../ui/lazyComponent';
import { useCommandState } from './CommandProvider';

const CommandMenu = lazyDialog(() => import('./commandDialogs'), 'CommandMenu');
const ShortcutHelp = lazyDialog(() => import('./commandDialogs'), 'ShortcutHelp');
const QuickMenu = lazyDialog(() => import('./commandDialogs'), 'QuickMenu');
const DeleteTasksDialog = lazyDialog(() => import('../tasks/list/listTools'), 'DeleteTasksDialog');
const CreateTaskDialog = lazyDialog(() => import('../tasks/create/createForms'), 'CreateTaskDialog');

/** The project that a page shows, or the only one it is filtered by: new tasks belong to it, unless it is read-only. */
const projectOfPage = ({ pathname, search }: { pathname: string; search: string }): string | undefined => {
  const [filtered, another] = new URLSearchParams(search).getAll('project');
  return matchPath('/projects/:id/*', pathname)?.params.id ?? (another === undefined ? filtered : undefined);
};

const isReadOnly = (cache: ApolloCache, id: string): boolean => {
  const project = cache.readFragment({
    id: cache.identify({ __typename: 'Project', id }),
    fragment: ProjectSummaryFragmentDoc,
  });
  return project !== null && readOnlyReason(project) !== null;
};

/** The layers that commands have opened, each loaded on demand. */
export const CommandLayer = () => {
  const { cache } = useApolloClient();
  const { shown, show } = useCommandState();
  const location = useLocation();
  const close = (): void => show(null);
  const onOpenChange = (open: boolean): void => {
    if (!open) close();
  };

  switch (shown?.what) {
    case 'menu':
      return <CommandMenu target={shown.target} onClose={close} />;
    case 'help':
      return <ShortcutHelp onClose={close} />;
    case 'newTask': {
      const id = projectOfPage(location);
      const projectId = id !== undefined && isReadOnly(cache, id) ? undefined : id;
      return <CreateTaskDialog open onOpenChange={onOpenChange} projectId={projectId} />;
    }
    case 'newProject':
      return <CreateProjectDialog open onOpenChange={onOpenChange} />;
    case 'quick':
      // Requested for another task while it is open, it becomes another menu.
      return <QuickMenu key={`${shown.id} ${shown.asked}`} target={shown.target} id={shown.id} onClose={close} />;
    case 'deleteTasks':
      return <DeleteTasksDialog ids={shown.target.ids} all={shown.target.all} onClose={close} />;
    case 'pick': {
      const { field, target } = shown;
      const tasks = target.ids.flatMap((id) => findCachedTask(cache, id) ?? []);
      return <TaskPicker field={field} tasks={tasks} all={target.all} anchor={target.element} onClose={close} />;
    }
    case undefined:
      return null;
  }
};
