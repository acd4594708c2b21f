// A new task: its form, which any page can open.
import { useState } from 'react';
import type { TaskStatus } from '@contract/enums';
import { lazyDialog } from '../../../ui/lazyComponent';
import type { NewTaskPreset } from '../model/newTaskPreset';

const CreateTaskDialog = lazyDialog(() => import('./createForms'), 'CreateTaskDialog');

/** Whether the form for a new task is open, and its initial values. */
interface NewTaskState extends NewTaskPreset {
  /** The form is loaded when it is first opened, and stays mounted. */
  wanted: boolean;
  open: boolean;
  status?: TaskStatus | undefined;
}

/**
 * Returns a function that opens the form for a new task, with a status and other initial values; the page renders
 * `NewTask` with the other result.
 */
export const useNewTask = () => {
  const [state, setState] = useState<NewTaskState>({ wanted: false, open: false });
  return {
    state,
    open: (status?: TaskStatus, preset?: NewTaskPreset): void =>
      setState({ ...preset, wanted: true, open: true, status }),
    onOpenChange: (open: boolean): void => setState((now) => ({ ...now, open })),
  };
};

interface NewTaskProps {
  task: ReturnType<typeof useNewTask>;
  projectId?: string | undefined;
  onCreated?: () => void;
}

/** The form for a new task, loaded when it is first opened. */
export const NewTask = ({ task: { state, onOpenChange }, projectId, onCreated }: NewTaskProps) => {
  const { wanted, ...preset } = state;
  return (
    wanted && (
      <CreateTaskDialog
        {...preset}
        projectId={preset.projectId ?? projectId}
        onCreated={onCreated}
        onOpenChange={onOpenChange}
      />
    )
  );
};
