import { use, useRef, useState } from 'react';
import { Calendar, X } from 'lucide-react';
import { dateTexts as texts } from '../texts/date';
import { DateInput, type DateInputProps } from './DateInput';
import { DatePickerPanel } from './DatePickerPanel';
import { ParsedDate } from './ParsedDate';
import { FieldContext } from './FieldContext';
import { IconButton } from './IconButton';
import { dayFocusTarget } from './MonthGrid';
import { Popover } from './Popover';

interface DateFieldProps extends Omit<DateInputProps, 'end'> {
  /** Only a day can be chosen. */
  isDay?: boolean;
}

/** A date in a form: typed, or chosen from a month that its button opens. */
export const DateField = ({ isDay, ...props }: DateFieldProps) => {
  const { value, onValueChange, disabled } = props;
  const field = use(FieldContext);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const pick = useRef<HTMLDivElement>(null);
  const input = (): HTMLElement | null => box.current?.querySelector('input') ?? null;
  return (
    <div ref={box} className="grid gap-1.5">
      <DateInput
        {...props}
        end={
          <>
            {value !== '' && !disabled && (
              <IconButton
                label={texts.clear}
                size="md"
                onClick={() => {
                  onValueChange('');
                  input()?.focus();
                }}
              >
                <X />
              </IconButton>
            )}
            <Popover
              label={texts.choose}
              open={open}
              onOpenChange={setOpen}
              align="end"
              isTall
              initialFocus={() => dayFocusTarget(pick.current)}
              finalFocus={input}
              className="w-72 p-3"
              trigger={
                <IconButton label={texts.choose} size="md" disabled={disabled}>
                  <Calendar />
                </IconButton>
              }
            >
              <div ref={pick} className="grid gap-3">
                <DatePickerPanel
                  value={value}
                  isDay={isDay}
                  onValueChange={onValueChange}
                  onPick={(next) => {
                    onValueChange(next);
                    setOpen(false);
                  }}
                />
              </div>
            </Popover>
          </>
        }
      />
      {/* Stays when leaving the field expands the text. Otherwise the content would move, and a press below would miss
          its target. */}
      {value.trim() !== '' && !field?.invalid && <ParsedDate text={value} />}
    </div>
  );
};
