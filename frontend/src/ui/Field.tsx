import { useId, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';
import { FieldContext } from './FieldContext';
import { FieldError } from './FieldError';

export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Marks the field as optional. */
  optional?: boolean;
  hint?: ReactNode;
  /** The error of the value; shown above the hint. */
  error?: string | undefined;
  /** Shows how much of a long text is used. */
  counter?: { length: number; max: number };
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** Whether the control consists of several inputs (radios), which one `for` cannot name. */
  group?: boolean;
  className?: string;
  /** One control of this folder, which gets its id, description and validity from this component. */
  children: ReactNode;
}

/** A label, a control, and messages about its value. */
export const Field = (props: FieldProps) => {
  const { label, hideLabel, optional, hint, error, counter, aside, group, className, children } = props;
  const id = useId();
  const ids = { label: `${id}-label`, hint: `${id}-hint`, error: `${id}-error` };
  const describedBy = cx(error && ids.error, Boolean(hint) && ids.hint) || undefined;
  const used = counter && uiTexts.counter(counter.length, counter.max);
  const Label = group ? 'span' : 'label';
  return (
    <FieldContext value={{ id, labelId: ids.label, describedBy, invalid: Boolean(error) }}>
      <div className={cx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
        <div className={hideLabel ? 'sr-only' : 'flex justify-between gap-3'}>
          <span>
            <Label id={ids.label} {...(group ? {} : { htmlFor: id })} className="font-medium">
              {label}
            </Label>
            {optional && <span className="ms-1.5 text-ink-3">{uiTexts.optional}</span>}
          </span>
          {aside}
        </div>
        {children}
        {error && (
          <FieldError id={ids.error} isQuiet>
            {error}
          </FieldError>
        )}
        {(hint || counter) && (
          <div className="flex gap-3 text-xs text-ink-3">
            {hint && (
              <p id={ids.hint} className="min-w-0">
                {hint}
              </p>
            )}
            {counter && used && (
              <p className={cx('ms-auto whitespace-nowrap', counter.length > counter.max && 'text-danger-ink')}>
                {used.shown}
                <span className="sr-only">{used.heard}</span>
              </p>
            )}
          </div>
        )}
      </div>
    </FieldContext>
  );
};
