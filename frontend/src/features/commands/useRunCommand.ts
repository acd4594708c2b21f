import { useNavigate, matchPath, useLocation } from 'react-router-dom';
import { useLogout } from '../account/session/useLogout';
import { useNotificationActions } from '../notifications/useNotificationActions';
import { useAccountTheme } from '../account/settings/useAccountTheme';
import { needsDeleteConfirmation, useDeleteTasks } from '../tasks/bulk/useChangeTasks';
import { restoreFocusAfterRemoval, neighbourOf } from '../tasks/model/taskElements';
import { keyOf, openTaskOf, taskAddress, taskSearch, taskStep, withoutTask } from '../tasks/model/taskUrl';
import { useDuplicateTask } from '../tasks/writes/useDuplicateTask';
import { BUILT_IN } from '../tasks/views/builtIn';
import { afterStepBack } from '../../lib/stepBack';
import { taskKeyTexts } from '../../texts/taskKey';
import { tasksTexts } from '../../texts/tasks';
import { copyText } from '../../ui/copyText';
import { notify } from '../../ui/notify';
import { redoLast, undoLast } from '../../sync/undo/undoer';
import { targetCount, useCommandState, type TaskTarget } from './CommandProvider';
import { isPlaceId, type ActionId, type CommandId } from './shortcuts';
import { findTarget, moveTaskFocus } from './taskTarget';
import { stopTypeAhead, typeAhead } from './typeAhead';

const copyTaskLink = (id: string): Promise<void> => copyText(taskAddress(id), tasksTexts.panel);

const copyTaskKey = async (id: string): Promise<void> => {
  const key = keyOf(id);
  if (key === undefined) notify.error(taskKeyTexts.none);
  else await copyText(key, taskKeyTexts);
};

const FIELD = '[role="search"] input[type="search"]';
const WAIT_MS = 5000;

const focusField = (selector: string): boolean => {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  if (field) stopTypeAhead();
  return field !== null;
};

/** Focuses a field, even on a page that is still loading. Text typed meanwhile goes into the field. */
export const focusOnPage = (selector: string, goThere: () => void): void => {
  typeAhead();
  if (focusField(selector)) return;
  goThere();
  const observer = new MutationObserver(() => {
    if (focusField(selector)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
};

/** Returns a function that opens a task over the current page, or on the list of tasks if the page cannot show it. */
export const useOpenTask = (): ((id: string) => void) => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { places } = useCommandState();
  return (id) => {
    if (places.some(({ path, opensTasks }) => opensTasks && matchPath(path, pathname))) {
      void navigate({ search: taskSearch(search, id) }, taskStep(search, state));
    } else {
      void navigate({ pathname: '/tasks', search: taskSearch('', id) });
    }
  };
};

/** Returns a function that runs a command on the tasks that it applies to. */
export const useRunCommand = () => {
  const navigate = useNavigate();
  const { show } = useCommandState();
  const [logout] = useLogout();
  const { markAllRead } = useNotificationActions();
  const [, setTheme] = useAccountTheme();
  const remove = useDeleteTasks();
  const duplicate = useDuplicateTask();

  const open = useOpenTask();
  // If a task is open, its neighbour replaces it.
  const move = (step: 1 | -1, { ids: [id], isOpen }: TaskTarget): void => {
    if (!isOpen || id === undefined) return moveTaskFocus(step);
    const next = neighbourOf(id, step);
    if (next !== undefined) open(next);
  };
  const deleteTasks = async (target: TaskTarget): Promise<void> => {
    const { ids, all } = target;
    if (needsDeleteConfirmation(targetCount(target))) return show({ what: 'deleteTasks', target });
    const focusNext = restoreFocusAfterRemoval(ids);
    if (!(await remove(ids, all))) return;
    const { search } = window.location;
    const open = openTaskOf(search);
    if (open !== null && ids.includes(open)) {
      void navigate({ search: withoutTask(search) }, { replace: true });
    }
    focusNext();
  };
  const go = (path: string) => (): void => afterStepBack(() => navigate(path));

  const actions: Record<ActionId, (target: TaskTarget) => void> = {
    menu: (target) => show({ what: 'menu', target }),
    newTask: () => show({ what: 'newTask' }),
    newProject: () => show({ what: 'newProject' }),
    search: () => focusOnPage(FIELD, go('/tasks')),
    filter: () => document.querySelector<HTMLElement>('[data-filter-menu]')?.click(),
    undo: undoLast,
    redo: redoLast,
    help: () => show({ what: 'help' }),
    myWork: go(BUILT_IN.myWork),
    overdue: go(BUILT_IN.overdue),
    recentlyDone: go(BUILT_IN.recentlyDone),
    nextTask: (target) => move(1, target),
    previousTask: (target) => move(-1, target),
    openTask: ({ ids }) => ids[0] !== undefined && open(ids[0]),
    status: (target) => show({ what: 'pick', field: 'status', target }),
    priority: (target) => show({ what: 'pick', field: 'priority', target }),
    assignee: (target) => show({ what: 'pick', field: 'assignee', target }),
    dueDate: (target) => show({ what: 'pick', field: 'dueDate', target }),
    tags: (target) => show({ what: 'pick', field: 'tags', target }),
    moveToProject: (target) => show({ what: 'pick', field: 'project', target }),
    duplicateTask: ({ ids, isOpen }) =>
      void duplicate(ids[0] ?? '').then((id) => {
        if (id !== null && isOpen) open(id);
      }),
    copyLink: ({ ids }) => void copyTaskLink(ids[0] ?? ''),
    copyKey: ({ ids }) => void copyTaskKey(ids[0] ?? ''),
    deleteTask: (target) => void deleteTasks(target),
    readAll: () => void markAllRead(),
    lightTheme: () => setTheme('light'),
    darkTheme: () => setTheme('dark'),
    systemTheme: () => setTheme('system'),
    signOut: () => void logout(),
  };
  return (id: CommandId, target = findTarget()): void => (isPlaceId(id) ? go(id)() : actions[id](target));
};
