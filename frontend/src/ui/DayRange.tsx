import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../lib/cx';
import { formatDay } from '../lib/dates/format';
import { readDayWords } from '../lib/dates/dueWords';
import { dateTexts } from '../texts/date';
import { dayFocusTarget, MonthGrid } from './MonthGrid';
import { rangeFocusTarget } from './rangeFocusTarget';
import { isComposingKey } from '../lib/keyboard/typing';

const { range: texts } = dateTexts;

/** Two days and those between them, '2026-11-25'; '' means no limit. */
export interface DaySpan {
  from: string;
  to: string;
}
type End = keyof DaySpan;

interface DayRangeProps {
  span: DaySpan;
  /** `isDone` is true once the last day is chosen. */
  onChange: (span: DaySpan, isDone: boolean) => void;
  /** Neither end may be open. */
  isClosed?: boolean;
  /** Whether the range is in the past, so that a day without a year is the latest one. */
  isPast?: boolean;
  /** The error of these days. */
  fault?: string | undefined;
}

/** A range of days: its two ends as text, and a month on which the first and then the last day is pressed. */
export const DayRange = ({ span, onChange, isClosed = false, isPast = false, fault }: DayRangeProps) => {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  // Its code may load after the dialog has set the focus.
  useEffect(() => {
    if (document.activeElement?.matches('[role=dialog]') && document.activeElement.contains(box.current)) {
      rangeFocusTarget(box.current)?.focus();
    }
  }, []);
  /** The end that the next pressed day sets. */
  const [end, setEnd] = useState<End>('from');
  /** The typed text, and its end of the range; it stays while it can't be parsed. */
  const [typed, setTyped] = useState<Partial<Record<End, string | undefined>>>({});
  /** The id of the month. */
  const [shown, setShown] = useState(span.from || span.to);
  const textOf = (at: End): string => typed[at] ?? (span[at] && formatDay(span[at]));
  const read = (text: string): string | null => readDayWords(text, { isPast });

  const take = (at: End, day: string): DaySpan => {
    const next = { ...span, [at]: day };
    // If one end passes the other, both move.
    const isTurned = next.from !== '' && next.to !== '' && next.from > next.to;
    setTyped((now) => ({ ...now, [at]: undefined }));
    if (day !== '') setShown(day);
    return isTurned ? { from: day, to: day } : next;
  };
  /** Applies the typed text, if it is a day. Returns whether no unparsed text remains. */
  const settle = (at: End, isDone = false): boolean => {
    const text = typed[at]?.trim();
    const day = text === undefined ? span[at] : text === '' && !isClosed ? '' : read(text);
    if (day === null) return false;
    const next = take(at, day);
    if (text !== undefined || isDone) onChange(next, isDone);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: End): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Escape') setTyped({});
    else if (event.key === 'ArrowDown') dayFocusTarget(box.current)?.focus();
    else if (event.key === 'Enter' && settle(at, at === 'to') && at === 'from') input('to')?.focus();
    if (event.key === 'ArrowDown' || event.key === 'Enter') event.preventDefault();
  };
  const input = (at: End): HTMLInputElement | null =>
    box.current?.querySelector<HTMLInputElement>(`[data-end="${at}"]`) ?? null;

  const writing = typed[end];
  const understood = writing === undefined ? null : read(writing);
  const hint = writing === undefined || writing.trim() === '' ? texts.next[end] : understood && formatDay(understood);
  return (
    <div ref={box} className="grid gap-3 p-3">
      <div className="grid grid-cols-2 gap-2">
        {(['from', 'to'] as const).map((at) => (
          <label key={at} className="grid gap-1">
            <span className="text-xs text-ink-3">{texts[at]}</span>
            <span className={cx('input', at === end && 'border-accent-line')}>
              <input
                dir="auto"
                data-end={at}
                autoComplete="off"
                enterKeyHint={at === 'from' ? 'next' : 'done'}
                placeholder={texts.placeholder}
                aria-describedby={id}
                aria-invalid={(typed[at] ? read(typed[at]) === null : fault !== undefined) || undefined}
                value={textOf(at)}
                onChange={({ target }) => setTyped({ ...typed, [at]: target.value })}
                onFocus={({ target }) => {
                  setEnd(at);
                  if (span[at] !== '') setShown(span[at]);
                  target.select();
                }}
                onBlur={() => settle(at)}
                onKeyDown={(event) => onKeyDown(event, at)}
              />
            </span>
          </label>
        ))}
      </div>
      <p id={id} className="-mt-1 min-h-4 text-xs text-ink-3">
        {fault === undefined ? (
          <>
            <span role="status">{hint}</span>
            {hint === null && dateTexts.notUnderstood}
          </>
        ) : (
          <span role="alert" className="text-danger-ink">
            {fault}
          </span>
        )}
      </p>
      <MonthGrid
        value={shown}
        span={span}
        onPick={(day) => {
          onChange(take(end, day), end === 'to');
          setEnd('to');
        }}
      />
    </div>
  );
};
