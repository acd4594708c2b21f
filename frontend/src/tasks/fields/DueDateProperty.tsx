import { use, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Calendar, X } from 'lucide-react';
import * as v from 'valibot';
import { localDueField } from '@contract/tasks';
import { cx } from '../../lib/cx';
import { isOverdue } from '@contract/taskList';
import { formatFull } from '../../lib/dates';
import { toLocalDue } from '../../lib/dueWords';
import { useNow } from '../../lib/useNow';
import { tasksTexts } from '../../texts/tasks';
import { Button } from '../../ui/Button';
import { DateInput } from '../../ui/DateInput';
import { DatePick } from '../../ui/DatePick';
import { FieldContext } from '../../ui/FieldContext';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';
import { quietClass } from '../../ui/quietClass';
import { EditedProperty, FieldFault, type TaskEditProps } from './Property';
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

/** What a text says of the due date: the moment it names, null for none, or what is wrong with it. */
const readMoment = (text: string): { moment: string | null } | { fault: string } => {
  const result = v.safeParse(localDueField, toLocalDue(text));
  return result.success ? { moment: result.output } : { fault: result.issues[0].message };
};

/** When a task is due: written or chosen from a month, and taken away. What is not understood changes nothing. */
export const DueDateProperty = (props: TaskEditProps) => {
  const { task, disabled } = props;
  const field = useTaskField({ ...props, name: 'dueDate' });
  const { value, choose, pending } = field;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  const pick = useRef<HTMLDivElement>(null);
  const now = useNow();
  // What it began with: what is not touched stays as it is, whether it has seconds or somebody else changes it meanwhile.
  const [begun, setBegun] = useState('');

  const type = (next: string): void => {
    setText(next);
    setFault(undefined);
  };
  const start = (): void => {
    const former = value ? formatFull(value) : '';
    setBegun(former);
    // What was not understood is there to be mended.
    if (fault === undefined) setText(former);
    setOpen(true);
  };
  const forget = (): void => {
    setFault(undefined);
    setOpen(false);
  };
  /** Sets what is typed. Answers whether it could be read. */
  const take = (): boolean => {
    const read = readMoment(text);
    if ('fault' in read) {
      setFault(read.fault);
      return false;
    }
    forget();
    if (text !== begun) choose(read.moment);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    take();
  };
  const takeOrMend = (): void => {
    if (!take()) pick.current?.querySelector('input')?.focus();
  };

  return (
    <EditedProperty
      field={field}
      label={tasksTexts.fields.dueDate}
      wordsOf={wordsOf}
      fault={fault && !open ? tasksTexts.panel.dueDateKept(fault) : undefined}
    >
      <Popover
        label={tasksTexts.fields.dueDate}
        open={open}
        onOpenChange={(next, reason) => {
          if (next) start();
          else if (reason === 'escape-key') forget();
          else if (!take()) setOpen(false);
        }}
        trigger={<DueButton dueDate={value} isLate={isOverdue(value, task.status, now)} disabled={disabled} />}
        className="w-72 p-3"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is pressed in the input */}
        <div ref={pick} className="grid gap-3" onKeyDown={onKeyDown}>
          <FieldContext value={null}>
            <DateInput
              aria-label={tasksTexts.panel.dateAndTime}
              aria-describedby={fault && faultId}
              aria-invalid={fault !== undefined}
              value={text}
              onValueChange={type}
            />
          </FieldContext>
          {fault && <FieldFault id={faultId}>{fault}</FieldFault>}
          <DatePick value={text} onValueChange={type} />
          <Button variant="primary" size="md" onClick={takeOrMend}>
            {text || !value ? tasksTexts.panel.setDueDate : tasksTexts.panel.removeDueDate}
          </Button>
        </div>
      </Popover>
      {value && !disabled && !pending && (
        <IconButton
          label={tasksTexts.panel.clearDueDate}
          size="sm"
          className="absolute! top-[3px] right-0 pointer-coarse:top-2.5"
          onClick={() => {
            forget();
            choose(null);
          }}
        >
          <X />
        </IconButton>
      )}
    </EditedProperty>
  );
};
