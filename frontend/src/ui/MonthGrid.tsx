import { useRef, useState, type KeyboardEvent } from 'react';
import { addDays, addMonths, endOfWeek, isSameMonth, startOfMonth, startOfWeek, type Day } from 'date-fns';
import { isoDay, startOfDay } from '../lib/dates/day';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { flushSync } from 'react-dom';
import { cx } from '../lib/cx';
import { formatLongDate, formatMonth } from '../lib/dates/format';
import { weekStart } from '../lib/locale';
import { dateTexts as texts } from '../texts/date';
import { LOCALE } from '../language/language';
import { IconButton } from './IconButton';

const WEEKS = [0, 1, 2, 3, 4, 5];
const DAYS = [0, 1, 2, 3, 4, 5, 6];

const shortName = new Intl.DateTimeFormat(LOCALE, { weekday: 'narrow' });
const longName = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' });

const STEPS: Readonly<Record<string, (day: Date, options: { weekStartsOn: Day }) => Date>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: endOfWeek,
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** Returns the day of a MonthGrid that is in the Tab order. */
export const dayFocusTarget = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>('[data-day][tabindex="0"]') ?? null;

interface MonthGridProps {
  /** The chosen day, 'yyyy-MM-dd'; '' for none. */
  value: string;
  /** Selects these two days and all between them; `value` then only decides which month is shown. */
  span?: { from: string; to: string };
  onPick: (day: string) => void;
}

/** A month to choose a day: arrows move by days and weeks, Home and End to the week's ends, Page keys by months. */
export const MonthGrid = ({ value, span, onPick }: MonthGridProps) => {
  const table = useRef<HTMLTableElement>(null);
  const [today] = useState(() => isoDay(new Date()));
  // The focused day, relative to the selected one; another selection resets it.
  const [moved, setMoved] = useState({ from: value, to: value || today });
  const at = moved.from === value ? moved.to : value || today;
  const current = startOfDay(at);
  const options = { weekStartsOn: weekStart() };
  const first = startOfWeek(startOfMonth(current), options);

  const goTo = (day: Date): void => setMoved({ from: value, to: isoDay(day) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    flushSync(() => goTo(step(current, options)));
    dayFocusTarget(table.current)?.focus();
  };

  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        <p aria-live="polite" className="flex-1 ps-2 font-medium">
          {formatMonth(current)}
        </p>
        <IconButton label={texts.previousMonth} size="md" onClick={() => goTo(addMonths(current, -1))}>
          <ChevronLeft />
        </IconButton>
        <IconButton label={texts.nextMonth} size="md" onClick={() => goTo(addMonths(current, 1))}>
          <ChevronRight />
        </IconButton>
      </div>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- keys move among its days
        role="grid"
        aria-label={formatMonth(current)}
        className="w-full table-fixed"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {DAYS.map((offset) => {
              const day = addDays(first, offset);
              return (
                <th key={offset} scope="col" abbr={longName.format(day)} className="h-7 text-xs font-normal text-ink-3">
                  {shortName.format(day)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {DAYS.map((offset) => {
                const day = addDays(first, week * 7 + offset);
                const iso = isoDay(day);
                const isChosen = span ? iso === span.from || iso === span.to : iso === value;
                const isBetween = span !== undefined && span.from !== '' && iso > span.from && iso < span.to;
                return (
                  <td key={iso} aria-selected={isChosen || isBetween} className="p-0">
                    <button
                      type="button"
                      data-day={iso}
                      tabIndex={iso === at ? 0 : -1}
                      aria-label={formatLongDate(day)}
                      aria-current={iso === today ? 'date' : undefined}
                      onClick={() => onPick(iso)}
                      className={cx(
                        'grid h-8 w-full place-items-center pointer-coarse:h-11',
                        !isBetween && 'rounded-sm',
                        isChosen
                          ? 'bg-action font-medium text-on-action'
                          : isBetween
                            ? 'bg-accent-soft'
                            : 'hover:bg-fill-2 aria-[current]:font-semibold aria-[current]:text-accent-ink',
                        !isChosen && !isSameMonth(day, current) && 'text-ink-3',
                      )}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
