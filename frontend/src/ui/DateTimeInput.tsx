import { useRef } from 'react';
import { Calendar, X } from 'lucide-react';
import { cx } from '../lib/cx';
import { controlsTexts } from '../texts/controls';
import { useFieldAttributes } from './FieldContext';
import { IconButton } from './IconButton';

interface DateTimeInputProps {
  /** 'yyyy-MM-ddTHH:mm' in the reader's time zone, '' for none. */
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  /** Needed where no Field gives a label. */
  'aria-label'?: string;
  className?: string;
}

/** A date with its time, by the browser's own picker, and a way back to none. */
export const DateTimeInput = ({ value, onValueChange, className, ...rest }: DateTimeInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    // A half typed date has the value '' too: empty the input itself.
    if (input.current) input.current.value = '';
    onValueChange('');
    input.current?.focus();
  };
  return (
    <div className={cx('input', className)}>
      {/* The keyboard opens the picker from the input itself, so this is for pointers only. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="-my-2 -ml-2.5 flex-none py-2 pl-2.5 text-ink-3"
        disabled={rest.disabled}
        onClick={() => input.current?.showPicker()}
      >
        <Calendar />
      </button>
      <input
        {...useFieldAttributes()}
        {...rest}
        ref={input}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {value && !rest.disabled && (
        <IconButton label={controlsTexts.clearDate} size="md" onClick={clear}>
          <X />
        </IconButton>
      )}
    </div>
  );
};
