import type { ReactElement } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import { cx } from '../lib/cx';
import { styleNonce } from '../lib/nonce';
import { controlsTexts } from '../texts/controls';
import { SearchList } from './SearchSelect';
import { Clearable, clearButtonPadding, MANY_ITEMS, type SelectItem, SelectList } from './SelectList';

interface MultiSelectProps {
  'aria-label': string;
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it was cleared, or closed without a value. */
  onEmpty: () => void;
  items: readonly SelectItem<string>[];
  /** The label for no values; choosing it from the list clears them. */
  all: string;
  /** Combines the labels of the chosen values. */
  words: (labels: readonly string[]) => string;
  className?: string;
}

// A select has no empty value.
const ALL = 'ALL';

/**
 * A toolbar's filter by one or more values. While it is on, it shows them and has a button that clears it. A long list
 * has a search field.
 */
export const MultiSelect = (props: MultiSelectProps) => {
  const { values, onValuesChange, items, all, words, className, open } = props;
  const choices = [{ value: ALL, label: all }, ...items];
  const isOn = values.length > 0;
  const chosen = items.filter(({ value }) => values.includes(value));
  const change = (next: readonly string[]): void => {
    const isCleared = isOn && next.includes(ALL);
    onValuesChange(isCleared ? [] : next.filter((value) => value !== ALL));
    if (!isCleared) return;
    props.onOpenChange(false);
    props.onEmpty();
  };
  const changeOpen = (next: boolean): void => {
    props.onOpenChange(next);
    if (!next && !isOn) props.onEmpty();
  };
  const clear = (): void => {
    onValuesChange([]);
    props.onEmpty();
  };
  const triggerProps = {
    'aria-label': props['aria-label'],
    'data-on': isOn ? '' : undefined,
    className: cx('btn btn-filter', isOn && clearButtonPadding, className),
    children: (
      <>
        {[...new Set(chosen.map(({ icon }) => icon))].slice(0, 3).map(
          (icon, at) =>
            icon && (
              // oxlint-disable-next-line react/no-array-index-key -- these elements have no state
              <span key={at} className="inline-flex flex-none">
                {icon}
              </span>
            ),
        )}
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {isOn ? words(chosen.map(({ label }) => label)) : all}
        </span>
        {!isOn && <ChevronDown className="-me-0.5 size-3.5 stroke-2" />}
      </>
    ),
  };
  const clearable = (trigger: ReactElement) => (
    <Clearable label={props['aria-label']} onClear={isOn ? clear : undefined}>
      {trigger}
    </Clearable>
  );
  return (
    <CSPProvider nonce={styleNonce()}>
      {items.length > MANY_ITEMS ? (
        <Combobox.Root
          multiple
          items={choices}
          value={isOn ? chosen : choices.slice(0, 1)}
          isItemEqualToValue={(a: SelectItem<string>, b: SelectItem<string>) => a.value === b.value}
          autoHighlight
          open={open}
          onOpenChange={changeOpen}
          onValueChange={(next: readonly SelectItem<string>[]) => change(next.map(({ value }) => value))}
        >
          {clearable(<Combobox.Trigger {...triggerProps} />)}
          <SearchList label={controlsTexts.searchIn(props['aria-label'])} empty={controlsTexts.noMatches} />
        </Combobox.Root>
      ) : (
        <Base.Root
          multiple
          items={choices}
          value={isOn ? [...values] : [ALL]}
          modal={false}
          open={open}
          onOpenChange={changeOpen}
          onValueChange={change}
        >
          {clearable(<Base.Trigger {...triggerProps} />)}
          <SelectList items={choices} />
        </Base.Root>
      )}
    </CSPProvider>
  );
};
