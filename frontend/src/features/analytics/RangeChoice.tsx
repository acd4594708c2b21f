import { Suspense, useRef, useState } from 'react';
import { CalendarRange } from 'lucide-react';
import { formatDay } from '../../lib/dates/format';
import { analyticsTexts } from '../../texts/analytics';
import { Button } from '../../ui/Button';
import { lazyComponent } from '../../ui/lazyComponent';
import { Popover } from '../../ui/Popover';
import { rangeFocusTarget } from '../../ui/rangeFocusTarget';
import { RetryLine } from '../../ui/RetryLine';
import { Segmented } from '../../ui/Segmented';
import { type Days, isAllowedRange, type Range, RANGE_NAMES, type RangeName } from './range';

const DayRange = lazyComponent(() => import('../../ui/DayRange'), 'DayRange', { Failed: RetryLine, preload: true });

const { range: texts } = analyticsTexts;

interface RangeChoiceProps {
  range: Range;
  onRange: (range: Range) => void;
}

/** The range of days: weeks up to today, or chosen days. */
export const RangeChoice = ({ range, onRange }: RangeChoiceProps) => {
  const [open, setOpen] = useState(false);
  // A choice is applied as soon as it is valid.
  const [chosen, setChosen] = useState<Days | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const days = chosen ?? range;
  const choose = (name: RangeName): void => {
    setChosen(null);
    onRange({ ...range, name });
    // Arrow keys move between choices, so they must not open the dialog.
    setOpen(name === 'own' && group.current?.querySelector(':focus-visible') === null);
  };
  const take = ({ from, to }: Days, isDone: boolean): void => {
    const fits = isAllowedRange({ from, to });
    setChosen(fits ? null : { from, to });
    if (!fits) return;
    onRange({ name: 'own', from, to });
    if (isDone) setOpen(false);
  };
  return (
    <div ref={group} className="flex max-w-full flex-wrap items-center gap-2">
      <Segmented
        aria-label={texts.label}
        value={range.name}
        onValueChange={choose}
        choices={RANGE_NAMES.map((value) => ({ value, label: texts.choices[value] }))}
      />
      {range.name === 'own' && (
        <Popover
          label={texts.days}
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            if (!next) setChosen(null);
          }}
          isTall
          className="w-72"
          initialFocus={() => rangeFocusTarget(place.current)}
          trigger={
            <Button className="btn-filter" data-on="" icon={<CalendarRange />}>
              {texts.of(formatDay(range.from), formatDay(range.to))}
            </Button>
          }
        >
          <div ref={place} className="min-h-96">
            <Suspense>
              <DayRange
                span={days}
                onChange={take}
                isClosed
                isPast
                fault={isAllowedRange(days) ? undefined : texts.wrong}
              />
            </Suspense>
          </div>
        </Popover>
      )}
    </div>
  );
};
