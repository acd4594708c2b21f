import type { MouseEvent, ReactNode } from 'react';
import { cx } from '../../../lib/cx';
import type { PickerField } from '../pickers/TaskPicker';
import type { TaskItemProps } from './ChooseBox';

interface CellProps extends Pick<TaskItemProps, 'isTabStop' | 'onEdit'> {
  field: PickerField;
  /** The field's name, which is read before what it holds. */
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * A value in a row that is changed where it stands: a press opens its picker. A finger goes through it to the row, which it
 * opens, or whose menu it opens by resting there.
 */
export const Cell = ({ field, label, isTabStop, onEdit, className, children }: CellProps) =>
  onEdit ? (
    <button
      type="button"
      aria-haspopup="dialog"
      tabIndex={isTabStop ? 0 : -1}
      data-cell={field}
      className={cx(
        // Above the link that covers the row; as wide as what it holds and a little around it.
        'relative z-1 -mx-1.5 flex min-h-7 min-w-5 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-left hover:bg-fill-2 data-picking:bg-fill-2 max-md:pointer-events-none max-md:mx-0 max-md:min-h-0 max-md:px-0 pointer-coarse:pointer-events-none',
        className,
      )}
      onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => onEdit(field, currentTarget)}
    >
      <span className="sr-only">{`${label}: `}</span>
      {children}
    </button>
  ) : (
    children
  );
