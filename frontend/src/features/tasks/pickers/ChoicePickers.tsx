import { tasksTexts } from '../../../texts/tasks';
import { PRIORITY_ITEMS } from '../model/selectOptions';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { usePicked } from './usePicked';
import { useStatusChoices } from './useStatusChoices';

/** Sets the status of one or more tasks, or their column in a project with its own columns. */
export const StatusPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { heldBy, change } = usePicked({ tasks, all });
  const choices = useStatusChoices(tasks, all);
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.status}
      {...tasksTexts.pick.status}
      choices={choices.map(({ isOf, ...choice }) => ({ ...choice, held: heldBy(isOf) }))}
      onPick={(value) => change(choices.find((choice) => choice.value === value)?.change ?? {})}
    />
  );
};

export const PriorityPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { heldBy, change } = usePicked({ tasks, all });
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.priority}
      {...tasksTexts.pick.priority}
      choices={PRIORITY_ITEMS.map((item) => ({ ...item, held: heldBy(({ priority }) => priority === item.value) }))}
      onPick={(priority) => change({ priority })}
    />
  );
};
