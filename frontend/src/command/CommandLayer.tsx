import { lazy, Suspense } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useLocation } from 'react-router-dom';
import { TaskPicker } from '../tasks/pick/TaskPicker';
import { knownTask } from '../tasks/taskCache';
import { useCommandState } from './CommandContext';
import { projectOfPage } from './projectOfPage';

const LOAD = {
  menu: () => import('./CommandMenu'),
  help: () => import('./ShortcutHelp'),
  deleteTask: () => import('./DeleteTask'),
  newTask: () => import('../tasks/CreateTaskDialog'),
  newProject: () => import('../projects/CreateProjectDialog'),
};
const CommandMenu = lazy(async () => ({ default: (await LOAD.menu()).CommandMenu }));
const ShortcutHelp = lazy(async () => ({ default: (await LOAD.help()).ShortcutHelp }));
const DeleteTask = lazy(async () => ({ default: (await LOAD.deleteTask()).DeleteTask }));
const CreateTaskDialog = lazy(async () => ({ default: (await LOAD.newTask()).CreateTaskDialog }));
const CreateProjectDialog = lazy(async () => ({ default: (await LOAD.newProject()).CreateProjectDialog }));

/** Fetches what commands open ahead of its first use, so that a key is answered at once. */
export const preloadCommands = (): void => {
  // a failure shows when it is asked for
  for (const load of Object.values(LOAD)) load().catch(() => undefined);
};

/** What a command has opened; each is loaded when it is first wanted. */
export const CommandLayer = () => {
  const { cache } = useApolloClient();
  const { shown, show } = useCommandState();
  const location = useLocation();
  const close = (): void => show(null);
  const onOpenChange = (open: boolean): void => {
    if (!open) close();
  };

  const content = (): React.ReactNode => {
    switch (shown?.what) {
      case 'menu':
        return <CommandMenu target={shown.target} onClose={close} />;
      case 'help':
        return <ShortcutHelp onClose={close} />;
      case 'newTask':
        return <CreateTaskDialog open onOpenChange={onOpenChange} projectId={projectOfPage(location)} />;
      case 'newProject':
        return <CreateProjectDialog open onOpenChange={onOpenChange} />;
      case 'deleteTask':
        return <DeleteTask id={shown.target.ids[0] ?? ''} onClose={close} />;
      case 'pick': {
        const { field, target } = shown;
        const tasks = target.ids.flatMap((id) => knownTask(cache, id) ?? []);
        return <TaskPicker open field={field} tasks={tasks} anchor={target.element} onClose={close} />;
      }
      case undefined:
        return null;
    }
  };
  return <Suspense>{content()}</Suspense>;
};
