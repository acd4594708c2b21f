// A new task: its form, which any page can open.
import { useState } from 'react';
import type { TaskStatus } from '@contract/enums';
import { laterDialog } from '../../ui/later';

const CreateTaskDialog = laterDialog(() => import('./CreateTaskDialog'), 'CreateTaskDialog');

/** Whether the form for a new task is open, and what it begins with. */
interface NewTaskState {
  /** The form is loaded when it is first opened, and then kept. */
  wanted: boolean;
  open: boolean;
  status?: TaskStatus | undefined;
  /** The day it is due, '2026-11-24'. */
  day?: string | undefined;
}

/** Opens the form for a new task, in a column's status or in To Do, and for a day or none; the page has a `NewTask` with what this answers. */
export const useNewTask = () => {
  const [state, setState] = useState<NewTaskState>({ wanted: false, open: false });
  return {
    state,
    open: (status?: TaskStatus, day?: string): void => setState({ wanted: true, open: true, status, day }),
    onOpenChange: (open: boolean): void => setState((now) => ({ ...now, open })),
  };
};

interface NewTaskProps {
  task: ReturnType<typeof useNewTask>;
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task, loaded when it is first wanted. */
export const NewTask = ({ task: { state, onOpenChange }, ...rest }: NewTaskProps) =>
  state.wanted && (
    <CreateTaskDialog {...rest} open={state.open} onOpenChange={onOpenChange} status={state.status} day={state.day} />
  );
