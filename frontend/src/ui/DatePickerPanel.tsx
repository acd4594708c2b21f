import { useState, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { formatNearDay, formatTime } from '../lib/dates/format';
import { formatDue } from '../lib/dates/dueText';
import { readDueWords } from '../lib/dates/dueWords';
import { quickDays, type QuickDay } from '../lib/dates/localDays';
import { dateTexts as texts } from '../texts/date';
import { FieldContext } from './FieldContext';
import { MonthGrid } from './MonthGrid';
import { Select } from './Select';

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);
/** On a day without a clock change, so that every time of day exists. */
const nameOf = (time: string): string => formatTime(new Date(`2026-01-15T${time}`));

const NO_TIME = 'none';
const QUICK: readonly QuickDay[] = ['today', 'tomorrow', 'nextWeek'];

interface DatePickProps {
  /** The text of a DateInput. */
  value: string;
  /** Called when another time was chosen for the day in the text. */
  onValueChange: (value: string) => void;
  /** Called when a day was chosen, which is enough for most people. */
  onPick: (value: string) => void;
  /** Next to the time. */
  end?: ReactNode;
  /** Only a day can be chosen. */
  isDay?: boolean | undefined;
}

/** The most common days, a month, and a time of day; a choice is written as text. */
export const DatePickerPanel = ({ value, onValueChange, onPick, end, isDay = false }: DatePickProps) => {
  const [day = '', read] = (readDueWords(value)?.due ?? '').split('T');
  // The time for a day that is not chosen yet; '' for the whole day.
  const [ahead, setAhead] = useState('');
  const [days] = useState(() => quickDays());
  const time = read ?? (day === '' ? ahead : '');
  const times = time === '' || HALF_HOURS.includes(time) ? HALF_HOURS : [...HALF_HOURS, time].toSorted();
  const dueAt = (date: string, clock: string): string => formatDue(clock === '' ? date : `${date}T${clock}`);
  const pick = (next: string): void => onPick(dueAt(next, time));
  return (
    <FieldContext value={null}>
      <div role="group" aria-label={texts.quick.label} className="grid grid-cols-3 gap-1">
        {QUICK.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={days[name] === day}
            className={cx(
              'grid min-h-11 content-center justify-items-center rounded-sm border px-1 hover:bg-fill-2',
              days[name] === day ? 'border-line-3 bg-fill-2' : 'border-line-2',
            )}
            onClick={() => pick(days[name])}
          >
            <span className="font-medium">{texts.quick[name]}</span>
            <span className="text-xs text-ink-3">{formatNearDay(days[name])}</span>
          </button>
        ))}
      </div>
      <MonthGrid value={day} onPick={pick} />
      <div className="flex gap-2">
        {!isDay && (
          <Select
            aria-label={texts.time}
            className="flex-1"
            value={time === '' ? NO_TIME : time}
            onValueChange={(chosen) => {
              const next = chosen === NO_TIME ? '' : chosen;
              setAhead(next);
              if (day !== '') onValueChange(dueAt(day, next));
            }}
            items={[
              { value: NO_TIME, label: texts.noTime },
              ...times.map((each) => ({ value: each, label: nameOf(each) })),
            ]}
          />
        )}
        {end}
      </div>
    </FieldContext>
  );
};
