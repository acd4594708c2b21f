import { useRef, useState } from 'react';
import { CalendarArrowUp } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { dayFocusTarget, MonthGrid } from '../../../ui/MonthGrid';
import { Popover } from '../../../ui/Popover';
import { formatField } from '../model/fields';
import { FieldButton } from './FieldButton';
import { ClearButton, EditedProperty, type TaskEditProps } from './Property';
import { useTaskField } from './useTaskField';

const describeDay = (day: string | null): string => formatField('startDate', day);

interface DayButtonProps {
  value: string | null;
  disabled: boolean;
  onPick: (day: string) => void;
}

/** The day as a button that opens a month. */
const DayButton = ({ value, disabled, onPick }: DayButtonProps) => {
  const [open, setOpen] = useState(false);
  const month = useRef<HTMLDivElement>(null);
  return (
    <Popover
      label={tasksTexts.fields.startDate}
      open={open}
      onOpenChange={setOpen}
      isTall
      initialFocus={() => dayFocusTarget(month.current)}
      className="w-72 p-3"
      trigger={
        <FieldButton disabled={disabled} className={cx(value && 'pe-7')}>
          <CalendarArrowUp className="mx-0.5 text-ink-3" />
          <span className={cx('truncate', !value && 'text-ink-3')}>{describeDay(value)}</span>
        </FieldButton>
      }
    >
      <div ref={month}>
        <MonthGrid
          value={value ?? ''}
          onPick={(day) => {
            setOpen(false);
            onPick(day);
          }}
        />
      </div>
    </Popover>
  );
};

export const StartDateProperty = (props: TaskEditProps) => {
  const field = useTaskField({ ...props, name: 'startDate' });
  const { value, choose, pending } = field;
  return (
    <EditedProperty field={field} label={tasksTexts.fields.startDate} wordsOf={describeDay}>
      <DayButton value={value} disabled={props.disabled} onPick={choose} />
      {value && !props.disabled && !pending && (
        <ClearButton label={tasksTexts.panel.clearStartDate} onClear={() => choose(null)} />
      )}
    </EditedProperty>
  );
};
