import { dueOf } from '../../../lib/dates/due';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { DuePopover } from './DuePopover';
import type { PickerProps } from './PickerPopover';
import { usePicked } from './usePicked';

/** Sets or removes the due date of one or more tasks. */
export const DuePicker = ({ tasks, all, ...popover }: PickerProps) => {
  const { picked, change } = usePicked({ tasks, all });
  const [first, ...others] = picked.map(dueOf);
  const isCommon = !all && others.every((dueDate) => dueDate === first);
  return (
    <DuePopover
      {...popover}
      stored={isCommon ? (first ?? null) : undefined}
      canRemove={Boolean(all) || picked.some(({ dueDate }) => dueDate !== null)}
      choose={(dueDate) => change({ dueDate })}
      onUnread={(unread) => unread && notify.error(tasksTexts.panel.dueDateKept(unread.fault))}
    />
  );
};
