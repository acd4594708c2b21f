import type { TaskStatus } from '@contract/enums';
import { laterDialog } from '../../ui/later';

const CreateTaskDialog = laterDialog(() => import('./CreateTaskDialog'), 'CreateTaskDialog');

/** Whether the form for a new task is open, and what it begins with. */
export interface NewTaskState {
  /** The form is loaded when it is first opened, and then kept. */
  wanted: boolean;
  open: boolean;
  status?: TaskStatus | undefined;
}

export const NO_NEW_TASK: NewTaskState = { wanted: false, open: false };

interface NewTaskProps {
  state: NewTaskState;
  onOpenChange: (open: boolean) => void;
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task, loaded when it is first wanted. */
export const NewTask = ({ state, ...rest }: NewTaskProps) =>
  state.wanted && <CreateTaskDialog {...rest} open={state.open} status={state.status} />;
