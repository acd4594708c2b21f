import { useState, type MouseEvent } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown, X } from 'lucide-react';
import { cx } from '../lib/cx';
import { styleNonce } from '../lib/nonce';
import { controlsTexts } from '../texts/controls';
import { usePortalContainer } from './PortalProvider';
import type { SelectItem } from './Select';

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
  const container = usePortalContainer();
  const [open, setOpen] = useState(false);
  const isOn = values.length > 0;
  const chosen = items.filter(({ value }) => values.includes(value));
  const clear = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away with the filter.
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    onValuesChange([]);
  };
  const change = (next: readonly string[]): void => {
    const isCleared = isOn && next.includes(ALL);
    onValuesChange(isCleared ? [] : next.filter((value) => value !== ALL));
    if (isCleared || next.length === 0) setOpen(false);
  };
  return (
    <CSPProvider nonce={styleNonce()}>
      <Base.Root
        multiple
        items={[{ value: ALL, label: all }, ...items]}
        value={isOn ? [...values] : [ALL]}
        modal={false}
        open={open}
        onOpenChange={(next) => setOpen(next)}
        onValueChange={change}
      >
        <span className="relative inline-flex min-w-0">
          <Base.Trigger
            aria-label={props['aria-label']}
            data-on={isOn ? '' : undefined}
            className={cx('btn btn-filter', isOn && 'pr-7 pointer-coarse:pr-11', className)}
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
          {isOn && (
            <button
              type="button"
              aria-label={controlsTexts.clearFilter(props['aria-label'])}
              className="absolute inset-y-0 right-0 grid w-7 place-items-center rounded-sm text-ink-2 hover:text-ink pointer-coarse:-inset-y-1 pointer-coarse:w-11"
              onClick={clear}
            >
              <X className="size-3.5 stroke-2" />
            </button>
          )}
        </span>
        <Base.Portal container={container}>
          <Base.Positioner className="z-40 outline-0" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
            <Base.Popup className="pop min-w-(--anchor-width)">
              <Base.List className="menu max-h-(--available-height) overflow-y-auto">
                {[{ value: ALL, label: all, icon: undefined }, ...items].map((item) => (
                  <Base.Item key={item.value} value={item.value} className="menu-row">
                    {item.icon}
                    <Base.ItemText dir="auto" className="min-w-0 flex-1 truncate">
                      {item.label}
                    </Base.ItemText>
                    <Base.ItemIndicator className="inline-flex">
                      <Check />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
};
