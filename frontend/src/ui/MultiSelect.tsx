import { useState } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import { cx } from '../lib/cx';
import { styleNonce } from '../lib/nonce';
import { Clearable, clearRoom, type SelectItem, SelectList } from './SelectList';

interface MultiSelectProps {
  'aria-label': string;
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  items: readonly SelectItem<string>[];
  /** What no values mean, in words; chosen from the list it takes all of them away. */
  all: string;
  /** What the chosen ones say together. */
  words: (labels: readonly string[]) => string;
  className?: string;
}

// A select knows no empty value.
const ALL = 'ALL';

/** A toolbar's filter by one value or several: it says them in words while it is on, with a button that takes it away. */
export const MultiSelect = (props: MultiSelectProps) => {
  const { values, onValuesChange, items, all, words, className } = props;
  const [open, setOpen] = useState(false);
  const choices = [{ value: ALL, label: all }, ...items];
  const isOn = values.length > 0;
  const chosen = items.filter(({ value }) => values.includes(value));
  const change = (next: readonly string[]): void => {
    const isCleared = isOn && next.includes(ALL);
    onValuesChange(isCleared ? [] : next.filter((value) => value !== ALL));
    if (isCleared || next.length === 0) setOpen(false);
  };
  return (
    <CSPProvider nonce={styleNonce()}>
      <Base.Root
        multiple
        items={choices}
        value={isOn ? [...values] : [ALL]}
        modal={false}
        open={open}
        onOpenChange={(next) => setOpen(next)}
        onValueChange={change}
      >
        <Clearable label={props['aria-label']} onClear={isOn ? () => onValuesChange([]) : undefined}>
          <Base.Trigger
            aria-label={props['aria-label']}
            data-on={isOn ? '' : undefined}
            className={cx('btn btn-filter', isOn && clearRoom, className)}
          >
            {[...new Set(chosen.map(({ icon }) => icon))].slice(0, 3).map(
              (icon, at) =>
                icon && (
                  // oxlint-disable-next-line react/no-array-index-key -- they have no state
                  <span key={at} className="inline-flex flex-none">
                    {icon}
                  </span>
                ),
            )}
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {isOn ? words(chosen.map(({ label }) => label)) : all}
            </span>
            {!isOn && <ChevronDown className="-mr-0.5 size-3.5 stroke-2" />}
          </Base.Trigger>
        </Clearable>
        <SelectList items={choices} />
      </Base.Root>
    </CSPProvider>
  );
};
