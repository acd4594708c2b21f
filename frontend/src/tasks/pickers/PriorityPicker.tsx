import { TASK_PRIORITIES, type TaskPriority } from '@contract/enums';
import { PRIORITY_LABELS } from '../../lib/text';
import { tasksTexts } from '../../texts/tasks';
import { PriorityIcon } from '../../ui/PriorityIcon';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { useChangeTasks } from '../bulk/useChangeTasks';
import { heldBy, usePickedTasks } from './usePickedTasks';

/** Sets the priority of one task or of several. */
export const PriorityPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const picked = usePickedTasks(tasks);
  const change = useChangeTasks();
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.priority}
      {...tasksTexts.pick.priority}
      choices={TASK_PRIORITIES.map((value) => ({
        value,
        label: PRIORITY_LABELS[value],
        icon: <PriorityIcon priority={value} />,
        held: heldBy(picked, ({ priority }) => priority === value),
      }))}
      onPick={(priority) =>
        void change(
          tasks.map(({ id }) => id),
          { priority: priority as TaskPriority },
          all,
        )
      }
    />
  );
};
