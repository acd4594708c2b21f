import { use, useState, type KeyboardEvent } from 'react';
import { Calendar, X } from 'lucide-react';
import { isOverdue } from '@contract/taskList';
import { cx } from '../lib/cx';
import { formatFull, fromDateTimeInput, toDateTimeInput } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { tasksTexts } from '../texts/tasks';
import { Button } from '../ui/Button';
import { DateTimeInput } from '../ui/DateTimeInput';
import { FieldContext } from '../ui/FieldContext';
import { IconButton } from '../ui/IconButton';
import { Popover } from '../ui/Popover';
import { quietClass } from '../ui/quietClass';
import { ChoiceConflict } from './ChoiceConflict';
import { Fact } from './Fact';
import type { FactEditProps } from './factProps';
import { useTaskField } from './useTaskField';

const wordsOf = (dueDate: string | null): string => (dueDate ? formatFull(dueDate) : tasksTexts.panel.noDueDate);

interface DueButtonProps {
  dueDate: string | null;
  isLate: boolean;
  disabled: boolean;
}

/** The date as a button; Base UI gives it the rest of what it needs to open something. */
const DueButton = ({ dueDate, isLate, disabled, ...rest }: DueButtonProps) => {
  const field = use(FieldContext);
  return (
    <button
      {...rest}
      type="button"
      id={field?.id}
      disabled={disabled}
      aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
      aria-describedby={field?.describedBy}
      className={cx(quietClass, dueDate && 'pr-7', field?.invalid && 'ring-1 ring-danger')}
    >
      <Calendar className="mx-0.5 text-ink-3" />
      <span className={cx('truncate', !dueDate && 'text-ink-3', isLate && 'font-medium text-danger-ink')}>
        {wordsOf(dueDate)}
      </span>
    </button>
  );
};

/** When a task is due, to choose by date and time, and to take away. */
export const DueDateFact = ({ task, disabled, onSaved }: FactEditProps) => {
  const field = useTaskField({ task, name: 'dueDate', disabled, onSaved });
  const { value, choose, pending, error, conflict } = field;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const now = useNow();

  const start = (): void => {
    setText(toDateTimeInput(value));
    setOpen(true);
  };
  const finish = (): void => {
    setOpen(false);
    // The input knows minutes: a time with seconds that was not touched stays as it is.
    if (text !== toDateTimeInput(value)) choose(fromDateTimeInput(text));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    finish();
  };

  const settle = conflict && <ChoiceConflict field={field} taskId={task.id} name="dueDate" read={wordsOf} />;
  return (
    <Fact label={tasksTexts.fields.dueDate} pending={pending} error={error} below={settle}>
      <Popover
        label={tasksTexts.fields.dueDate}
        open={open}
        onOpenChange={(next, reason) => {
          if (next) start();
          else if (reason === 'escape-key') setOpen(false);
          else finish();
        }}
        trigger={<DueButton dueDate={value} isLate={isOverdue(value, task.status, now)} disabled={disabled} />}
        className="grid w-64 gap-3 p-3 max-md:w-80"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is pressed in the input */}
        <div onKeyDown={onKeyDown}>
          <FieldContext value={null}>
            <DateTimeInput aria-label={tasksTexts.panel.dateAndTime} value={text} onValueChange={setText} />
          </FieldContext>
        </div>
        <Button variant="primary" size="md" onClick={finish}>
          {text || !value ? tasksTexts.panel.setDueDate : tasksTexts.panel.removeDueDate}
        </Button>
      </Popover>
      {value && !disabled && !pending && (
        <IconButton
          label={tasksTexts.panel.clearDueDate}
          size="sm"
          className="absolute! top-[3px] right-0 pointer-coarse:top-2.5"
          onClick={() => choose(null)}
        >
          <X />
        </IconButton>
      )}
    </Fact>
  );
};
