import { DUE_TIME } from '@contract/limits';
import { formatTime } from '../lib/dates';
import { formatDue } from '../lib/dueText';
import { readDueWords } from '../lib/dueWords';
import { dateTexts as texts } from '../texts/date';
import { FieldContext } from './FieldContext';
import { MonthGrid } from './MonthGrid';
import { Select } from './Select';

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);
/** On a day without a change of the clock, so that each time of the day is there. */
const nameOf = (time: string): string => formatTime(new Date(`2026-01-15T${time}`));

interface DatePickProps {
  /** The text of a DateInput. */
  value: string;
  onValueChange: (value: string) => void;
}

/** A day of a month and a time of the day to choose from; what is chosen is written as text. */
export const DatePick = ({ value, onValueChange }: DatePickProps) => {
  const [day = '', time = DUE_TIME] = (readDueWords(value)?.due ?? '').split('T');
  const times = HALF_HOURS.includes(time) ? HALF_HOURS : [...HALF_HOURS, time].toSorted();
  const choose = (nextDay: string, nextTime: string): void => onValueChange(formatDue(`${nextDay}T${nextTime}`));
  return (
    <FieldContext value={null}>
      <MonthGrid value={day} onPick={(next) => choose(next, time)} />
      <Select
        aria-label={texts.time}
        value={day === '' ? null : time}
        onValueChange={(next) => choose(day, next)}
        items={times.map((each) => ({ value: each, label: nameOf(each) }))}
        placeholder={texts.time}
        disabled={day === ''}
      />
    </FieldContext>
  );
};
