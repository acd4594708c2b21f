import type { MouseEvent } from 'react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { TASK_FIELDS } from '../model/fields';
import type { PickerField } from '../pickers/TaskPicker';
import type { TaskItemProps } from './RowCheckbox';

interface CellProps extends Pick<TaskItemProps, 'task' | 'isTabStop' | 'isReadOnly' | 'actions'> {
  field: PickerField;
  className?: string;
}

/** A value in a row; a press opens its picker. A touch goes to the row. */
export const Cell = ({ field, task, isTabStop, isReadOnly, actions, className }: CellProps) =>
  isReadOnly ? (
    TASK_FIELDS[field].cell(task)
  ) : (
    <button
      type="button"
      aria-haspopup="dialog"
      tabIndex={isTabStop ? 0 : -1}
      data-cell={field}
      className={cx(
        // Above the link that covers the row, and slightly wider than its content.
        'relative z-1 -mx-1.5 flex min-h-7 min-w-5 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-start hover:bg-fill-2 data-picking:bg-fill-2 max-md:pointer-events-none max-md:mx-0 max-md:min-h-0 max-md:px-0 pointer-coarse:pointer-events-none',
        className,
      )}
      onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => actions.edit(task, field, currentTarget)}
    >
      {/* Not `aria-labelledby`, because the name of a cell must contain its visible text, including initials and tags. */}
      <span className="sr-only">{`${tasksTexts.fields[field]}: `}</span>
      {TASK_FIELDS[field].cell(task)}
    </button>
  );
