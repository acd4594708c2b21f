import { use, useState, type ComponentProps } from 'react';
import type { TaskStatus } from '@contract/enums';
import { Calendar } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { dueOf, isDueDay, isLate } from '../../../lib/dates/due';
import { useNow } from '../../../lib/useNow';
import { tasksTexts } from '../../../texts/tasks';
import { FieldContext } from '../../../ui/FieldContext';
import { lazyDialog } from '../../../ui/lazyComponent';
import { inlineFieldClass } from '../../../ui/inlineFieldClass';
import { formatField } from '../model/fields';
import type { UnparsedDue } from '../pickers/DuePopover';
import { ClearButton, EditedProperty, type TaskEditProps } from './Property';
import { useTaskField } from './useTaskField';

const DuePopover = lazyDialog(() => import('../pickers/pickers'), 'DuePopover');

const dueTaskOf = (due: string, status: TaskStatus) =>
  isDueDay(due) ? { dueDate: null, dueDay: due, status } : { dueDate: due, dueDay: null, status };

const wordsOf = (dueDate: string | null): string => formatField('dueDate', dueDate);

interface DueButtonProps extends Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'disabled'> {
  dueDate: string | null;
  isLate: boolean;
  isOpen: boolean;
}

const DueButton = ({ dueDate, isLate, isOpen, ...rest }: DueButtonProps) => {
  const field = use(FieldContext);
  return (
    <button
      {...rest}
      type="button"
      id={field?.id}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-popup-open={isOpen ? '' : undefined}
      aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
      aria-describedby={field?.describedBy}
      className={cx(inlineFieldClass, dueDate && 'pe-7', field?.invalid && 'ring-1 ring-danger')}
    >
      <Calendar className="mx-0.5 text-ink-3" />
      <span className={cx('truncate', !dueDate && 'text-ink-3', isLate && 'font-medium text-danger-ink')}>
        {wordsOf(dueDate)}
      </span>
    </button>
  );
};

/** The due date: typed, picked or removed. Text that can't be read changes nothing. */
export const DueDateProperty = (props: TaskEditProps) => {
  const { task, disabled } = props;
  const field = useTaskField({ ...props, task: { ...task, dueDate: dueOf(task) }, name: 'dueDate' });
  const { value, choose, pending } = field;
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState<UnparsedDue | null>(null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const now = useNow();

  return (
    <EditedProperty
      field={field}
      label={tasksTexts.fields.dueDate}
      wordsOf={wordsOf}
      fault={unread && !open ? tasksTexts.panel.dueDateKept(unread.fault) : undefined}
    >
      <DueButton
        ref={setButton}
        dueDate={value}
        isLate={value !== null && isLate(dueTaskOf(value, task.status), now)}
        isOpen={open}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <DuePopover
          open
          anchor={button}
          stored={value}
          canRemove={value !== null}
          choose={choose}
          unread={unread}
          onUnread={setUnread}
          onClose={() => setOpen(false)}
        />
      )}
      {value && !disabled && !pending && (
        <ClearButton
          label={tasksTexts.panel.clearDueDate}
          onClear={() => {
            setUnread(null);
            setOpen(false);
            choose(null);
          }}
        />
      )}
    </EditedProperty>
  );
};
