import type { MouseEvent } from 'react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { Checkbox } from '../../../ui/Checkbox';
import type { PickerField } from '../pickers/TaskPicker';
import type { TaskListNode } from './useTasks';

/** Actions of the rows. The same object on every render, because rows are memoized. */
export interface RowActions {
  choose: (id: string, isRange: boolean) => void;
  /** Opens the picker of a field next to the element. */
  edit: (task: TaskListNode, field: PickerField, anchor: Element) => void;
  /** Edits the title of this task in its row; null ends it. */
  name: (id: string | null) => void;
}

/** The props of a row or card in a list of tasks. */
export interface TaskItemProps {
  task: TaskListNode;
  index: number;
  /** Whether it is in the Tab order. */
  isTabStop: boolean;
  isChosen: boolean;
  /** Whether its checkbox is visible even without hover or focus; null without a checkbox. */
  showsBox: boolean | null;
  actions: RowActions;
  isReadOnly: boolean;
  /** Whether all tasks around it belong to the same project, whose name is then omitted. */
  isOfProject: boolean;
  /** Its title is being edited. */
  isNaming: boolean;
}

/** A press with Shift selects a range; by default it would open a window. */
export const selectRangeOnShift =
  ({ task, actions }: TaskItemProps) =>
  (event: MouseEvent<HTMLElement>) => {
    const isLink = event.target instanceof Element && event.target.closest('[data-task-link]') !== null;
    if (!event.shiftKey || !isLink) return;
    event.preventDefault();
    actions.choose(task.id, true);
  };

interface RowCheckboxProps extends TaskItemProps {
  className?: string;
}

/** The checkbox of a task in a list; the list's item has the class `group/item`. */
export const RowCheckbox = ({ task, isTabStop, isChosen, showsBox, actions, className }: RowCheckboxProps) =>
  showsBox !== null && (
    <Checkbox
      aria-label={tasksTexts.select.task(task.title)}
      tabIndex={isTabStop ? 0 : -1}
      checked={isChosen}
      onChange={({ nativeEvent }) =>
        actions.choose(task.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
      className={cx(
        // Above the link that covers the item.
        'z-1 max-md:size-5',
        !showsBox &&
          'opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100',
        className,
      )}
    />
  );
