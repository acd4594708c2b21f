import { useState } from 'react';
import type { TaskStatus } from '@contract/enums';
import { NO_NEW_TASK } from './NewTask';

/** Opens the form for a new task, in a column's status or in To Do. */
export const useNewTask = () => {
  const [state, setState] = useState(NO_NEW_TASK);
  return {
    state,
    open: (status?: TaskStatus): void => setState({ wanted: true, open: true, status }),
    onOpenChange: (open: boolean): void => setState((now) => ({ ...now, open })),
  };
};
