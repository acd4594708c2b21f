import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { taskSearch, taskStep } from '../tasks/taskUrl';

/** Pages that a task opens over. */
const PAGES = ['/dashboard', '/tasks', '/board', '/projects/:id/*'];

/** How to open a task from anywhere: over the present page, or on the list of tasks where the page shows none. */
export const useOpenTask = (): ((id: string) => void) => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return (id) => {
    if (PAGES.some((page) => matchPath(page, pathname))) {
      void navigate({ search: taskSearch(search, id) }, taskStep(search, state));
    } else {
      void navigate({ pathname: '/tasks', search: taskSearch('', id) });
    }
  };
};
