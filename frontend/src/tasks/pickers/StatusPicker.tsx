import { TASK_STATUSES, type TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../../lib/text';
import { tasksTexts } from '../../texts/tasks';
import { StatusIcon } from '../../ui/StatusIcon';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { useChangeTasks } from '../bulk/useChangeTasks';
import { heldBy, usePickedTasks } from './usePickedTasks';

/** Sets the status of one task or of several. */
export const StatusPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const picked = usePickedTasks(tasks);
  const change = useChangeTasks();
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.status}
      {...tasksTexts.pick.status}
      choices={TASK_STATUSES.map((value) => ({
        value,
        label: STATUS_LABELS[value],
        icon: <StatusIcon status={value} />,
        held: heldBy(picked, ({ status }) => status === value),
      }))}
      onPick={(status) =>
        void change(
          tasks.map(({ id }) => id),
          { status: status as TaskStatus },
          all,
        )
      }
    />
  );
};
