import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { scrollToElement } from '../../../ui/scrollToElement';
import { FieldContext } from '../../../ui/FieldContext';
import { FieldError } from '../../../ui/FieldError';
import { IconButton } from '../../../ui/IconButton';
import { SpinnerMark } from '../../../ui/Spinner';
import type { TaskPanelQuery } from './TaskPanel.generated';
import { FieldConflict } from './FieldConflict';
import type { TaskFieldEdit } from './useTaskField';

export type OpenedTask = NonNullable<TaskPanelQuery['task']>;

export interface TaskEditProps {
  task: OpenedTask;
  /** The task was deleted. */
  disabled: boolean;
  onSaved?: (() => void) | undefined;
}

/** Shows that a write is in progress. Appears after a delay, so that short writes do not flicker. */
export const Saving = ({ className }: { className?: string }) => (
  <span
    role="status"
    className={cx('flex items-center text-ink-3 starting:opacity-0 transition-opacity delay-300', className)}
  >
    <SpinnerMark className="size-3.5" />
    <span className="sr-only">{tasksTexts.edit.saving}</span>
  </span>
);

interface PropertyProps {
  label: string;
  pending?: boolean;
  error?: string | undefined;
  /** Takes both columns. */
  wide?: boolean;
  /** A conflict to resolve, shown below the field. */
  below?: ReactNode;
  /** The field is read-only. */
  isRead?: boolean;
  /** A control of ui/, which gets its name and error here, or read-only text. */
  children: ReactNode;
}

/** One property of a task: its label at the left, its value at the right. */
export const Property = (props: PropertyProps) => {
  const { label, pending = false, error, wide = false, isRead = false, below, children } = props;
  const id = useId();
  const Label = isRead ? 'span' : 'label';
  const ids = { label: `${id}-label`, error: `${id}-error` };
  const property = useRef<HTMLDivElement>(null);
  const isWrong = Boolean(error) || Boolean(below);
  // Scrolls to the message below the field, which can be behind the foot of the panel.
  useEffect(() => {
    const last = property.current?.lastElementChild;
    if (isWrong && last && property.current?.contains(document.activeElement)) scrollToElement(last);
  }, [isWrong]);
  return (
    <FieldContext
      value={{ id, labelId: ids.label, describedBy: error ? ids.error : undefined, invalid: Boolean(error) }}
    >
      <div
        ref={property}
        className={cx(
          'grid min-w-0 grid-cols-[4.75rem_minmax(0,1fr)] content-start',
          (wide || Boolean(below)) && 'md:@md:col-span-2',
        )}
        aria-busy={pending || undefined}
      >
        <Label
          id={ids.label}
          {...(!isRead && { htmlFor: id })}
          className="flex min-h-7.5 cursor-default items-center self-start text-xs text-ink-3 pointer-coarse:min-h-11"
        >
          {label}
        </Label>
        <div className="relative min-w-0">
          {children}
          {pending && <Saving className="absolute top-2 end-2" />}
        </div>
        {error && (
          <div className="col-start-2 px-2 pb-1">
            <FieldError id={ids.error}>{error}</FieldError>
          </div>
        )}
        {below && <div className="col-span-2 py-2">{below}</div>}
      </div>
    </FieldContext>
  );
};

/** Clears the value of a property, whose button gets the focus, because this one is removed together with the value. */
export const ClearButton = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <IconButton
    label={label}
    size="sm"
    className="absolute top-[3px] end-0 pointer-coarse:top-2.5"
    onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
      currentTarget.parentElement?.querySelector('button')?.focus();
      onClear();
    }}
  >
    <X />
  </IconButton>
);

interface EditedPropertyProps<Value> extends Pick<PropertyProps, 'label' | 'wide' | 'children'> {
  field: TaskFieldEdit<Value>;
  /** An error that is found before sending. */
  fault?: string | undefined;
  /** Formats a value for people. */
  wordsOf: (value: Value) => string;
}

/** A property that is edited in place. After a conflict, the choice between both values is shown below. */
export const EditedProperty = <Value,>({ field, fault, wordsOf, ...rest }: EditedPropertyProps<Value>) => {
  const { conflict, pending, error } = field;
  const settle = conflict && (
    <FieldConflict field={field} mine={wordsOf(conflict.mine)} theirs={wordsOf(conflict.theirs)} />
  );
  return <Property {...rest} pending={pending} error={fault ?? error} below={settle} />;
};
