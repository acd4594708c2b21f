import { tasksTexts } from '../../../texts/tasks';
import { PRIORITY_ITEMS, STATUS_ITEMS } from '../model/selectOptions';
import { PickerPopover, type PickerProps } from './PickerPopover';
import { usePicked } from './usePicked';

/** Sets the status of one task or of several. */
export const StatusPicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { heldBy, change } = usePicked({ tasks, all });
  return (
    <PickerPopover
      {...popover}
      label={tasksTexts.fields.status}
      {...tasksTexts.pick.status}
      choices={STATUS_ITEMS.map((item) => ({ ...item, held: heldBy(({ status }) => status === item.value) }))}
      onPick={(status) => change({ status })}
    />
  );
};

/** Sets the priority of one task or of several. */
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
