import { useState } from 'react';
import type { TaskStatus } from '@contract/enums';
import { Calendar } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { dueOf, isDueDay, isLate } from '../../../lib/dates/due';
import { useNow } from '../../../lib/useNow';
import { tasksTexts } from '../../../texts/tasks';
import { lazyDialog } from '../../../ui/lazyComponent';
import { formatField } from '../model/fields';
import type { UnparsedDue } from '../pickers/DuePopover';
import { FieldButton } from './FieldButton';
import { ClearButton, EditedProperty, type TaskEditProps } from './Property';
import { useTaskField } from './useTaskField';

const DuePopover = lazyDialog(() => import('../pickers/pickers'), 'DuePopover');

const dueTaskOf = (due: string, status: TaskStatus) =>
  isDueDay(due) ? { dueDate: null, dueDay: due, status } : { dueDate: due, dueDay: null, status };

const wordsOf = (dueDate: string | null): string => formatField('dueDate', dueDate);

/** The due date: typed, picked or removed. Text that can't be read changes nothing. */
export const DueDateProperty = (props: TaskEditProps) => {
  const { task, disabled } = props;
  const field = useTaskField({ ...props, task: { ...task, dueDate: dueOf(task) }, name: 'dueDate' });
  const { value, choose, pending } = field;
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState<UnparsedDue | null>(null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const now = useNow();
  const isOverdue = value !== null && isLate(dueTaskOf(value, task.status), now);

  return (
    <EditedProperty
      field={field}
      label={tasksTexts.fields.dueDate}
      wordsOf={wordsOf}
      fault={unread && !open ? tasksTexts.panel.dueDateKept(unread.fault) : undefined}
    >
      <FieldButton
        ref={setButton}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-popup-open={open ? '' : undefined}
        className={cx(value && 'pe-7')}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        <Calendar className="mx-0.5 text-ink-3" />
        <span className={cx('truncate', !value && 'text-ink-3', isOverdue && 'font-medium text-danger-ink')}>
          {wordsOf(value)}
        </span>
      </FieldButton>
      {open && (
        <DuePopover
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
