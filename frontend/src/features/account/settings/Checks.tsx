import { useId, type ReactNode, type Ref } from 'react';
import { cx } from '../../../lib/cx';
import { Checkbox } from '../../../ui/Checkbox';
import { FieldError } from '../../../ui/FieldError';

/** What a form gives to a choice of several values. */
export interface ChecksField {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  /** The fieldset gets the focus when the form reports a missing value. */
  ref: Ref<HTMLFieldSetElement>;
}

interface ChecksProps extends ChecksField {
  legend: string;
  choices: readonly { id: string; label: ReactNode }[] | undefined;
  className: string;
  listClass: string;
  /** Above the choices. */
  children?: ReactNode;
}

/** A choice of several values. */
export const Checks = (props: ChecksProps) => {
  const { value, onChange, error, ref, legend, choices, className, listClass, children } = props;
  const errorId = useId();
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={cx('grid min-w-0 rounded-md border border-line p-3 outline-none', className)}
    >
      <legend className="sr-only">{legend}</legend>
      {children}
      <div className={cx('grid', listClass)}>
        {choices?.map(({ id, label }) => (
          <label
            key={id}
            className="flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-fill pointer-coarse:min-h-11"
          >
            <Checkbox
              checked={value.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((it) => it !== id))}
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <FieldError id={errorId} isQuiet>
          {error}
        </FieldError>
      )}
    </fieldset>
  );
};
