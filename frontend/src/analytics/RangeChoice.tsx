import { useId, useState } from 'react';
import { analyticsTexts } from '../texts/analytics';
import { Segmented } from '../ui/Segmented';
import { type Days, isFitting, type Range, RANGE_NAMES, type RangeName } from './range';

const { range: texts } = analyticsTexts;

interface RangeChoiceProps {
  range: Range;
  onRange: (range: Range) => void;
}

/** Over which days: weeks up to today, or days of one's own. */
export const RangeChoice = ({ range, onRange }: RangeChoiceProps) => {
  // What is written is taken once it can be.
  const [written, setWritten] = useState<Days | null>(null);
  const days = written ?? range;
  const wrongId = useId();
  const isWrong = !isFitting(days);
  const choose = (name: RangeName): void => {
    setWritten(null);
    onRange({ ...range, name });
  };
  const write = (changed: Partial<Days>): void => {
    const next = { from: days.from, to: days.to, ...changed };
    setWritten(isFitting(next) ? null : next);
    if (isFitting(next)) onRange({ name: 'own', ...next });
  };
  return (
    <>
      <Segmented
        aria-label={texts.label}
        value={range.name}
        onValueChange={choose}
        choices={RANGE_NAMES.map((value) => ({ value, label: texts.choices[value] }))}
      />
      {range.name === 'own' && (
        <span className="flex flex-wrap items-center gap-2">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="flex items-center gap-1.5 text-ink-3">
              {texts[end]}
              <input
                type="date"
                className="input w-36"
                required
                value={days[end]}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? wrongId : undefined}
                onChange={({ target }) => write({ [end]: target.value })}
              />
            </label>
          ))}
          {isWrong && (
            <span id={wrongId} role="alert" className="text-xs text-danger-ink">
              {texts.wrong}
            </span>
          )}
        </span>
      )}
    </>
  );
};
