import type { TaskPanelQuery } from '../panel/TaskPanel.generated';

export type OpenedTask = NonNullable<TaskPanelQuery['task']>;
export type TaskMember = OpenedTask['project']['members']['nodes'][number]['user'];

/** What every fact that can be changed is given. */
export interface FactEditProps {
  task: OpenedTask;
  /** The task is gone. */
  disabled: boolean;
  onSaved?: (() => void) | undefined;
}
