import { use, type Ref } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { cx } from '../lib/cx';
import { FieldContext } from './FieldContext';
import { usePortalContainer } from './PortalProvider';
import { Clearable, clearRoom, LOOKS, type SelectItem, type SelectLook } from './SelectList';

interface SearchSelectProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Called when the list opens. */
  onOpen?: (() => void) | undefined;
  items: readonly SelectItem<string>[];
  searchLabel: string;
  /** The message if nothing matches the typed text. */
  empty: string;
  placeholder?: string;
  onBlur?: () => void;
  disabled?: boolean;
  /** Required outside of a Field, which has a label. */
  'aria-label'?: string;
  look?: SelectLook;
  /** Whether the filter is on, which highlights it. */
  on?: boolean;
  /** Removes an active filter, by a separate button. */
  onClear?: (() => void) | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

interface SearchListProps {
  /** The label of the search field. */
  label: string;
  /** Shown when no value matches. */
  empty: string;
}

/** The values of a long list, with a search field. */
export const SearchList = ({ label, empty }: SearchListProps) => (
  <Combobox.Portal container={usePortalContainer()}>
    <Combobox.Positioner className="z-40 outline-0" align="start" sideOffset={4} collisionPadding={8}>
      <Combobox.Popup className="pop flex w-64 flex-col" aria-label={label}>
        <div className="flex items-center gap-2 border-b border-line px-3">
          <Search className="text-ink-3" />
          <Combobox.Input
            dir="auto"
            className="h-9 min-w-0 flex-1 bg-transparent outline-0 pointer-coarse:h-11 pointer-coarse:text-md"
            aria-label={label}
            placeholder={label}
          />
        </div>
        <Combobox.Empty className="px-3 py-2 text-ink-3 empty:p-0">{empty}</Combobox.Empty>
        <Combobox.List className="menu max-h-72 overflow-y-auto empty:hidden">
          {(item: SelectItem<string>) => (
            <Combobox.Item key={item.value} value={item} className="menu-row">
              {item.icon}
              <span dir="auto" className="min-w-0 flex-1 truncate text-start">
                {item.label}
              </span>
              <Combobox.ItemIndicator className="inline-flex">
                <Check />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
);

/** One value of a long list, found by typing. */
export const SearchSelect = (props: SearchSelectProps) => {
  const { value, onValueChange, items, searchLabel, empty, placeholder, onBlur, disabled } = props;
  const { look = 'quiet', on = false, onOpen, onClear, className, ref } = props;
  const field = use(FieldContext);
  const chosen = items.find((item) => item.value === value) ?? null;
  const isClearable = on && onClear !== undefined;
  const trigger = (
    <Combobox.Trigger
      ref={ref}
      id={field?.id}
      className={cx(LOOKS[look], isClearable && clearRoom, className)}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] || !field ? undefined : `${field.labelId} ${field.id}`}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      data-on={look === 'filter' && on ? '' : undefined}
      onBlur={onBlur}
    >
      {chosen?.icon}
      <span dir="auto" className={cx('min-w-0 flex-1 truncate text-start', !chosen && 'text-ink-3')}>
        {chosen?.label ?? placeholder}
      </span>
      {!isClearable && (
        <ChevronDown
          className={cx(
            '-me-0.5 size-3.5 stroke-2',
            look === 'quiet' && 'hidden text-ink-3 group-hover/quiet:block group-data-disabled/quiet:hidden',
          )}
        />
      )}
    </Combobox.Trigger>
  );
  return (
    <Combobox.Root
      items={items}
      value={chosen}
      disabled={disabled}
      autoHighlight
      onOpenChange={(open) => open && onOpen?.()}
      isItemEqualToValue={(a: SelectItem<string>, b: SelectItem<string>) => a.value === b.value}
      onValueChange={(next: SelectItem<string> | null) => next && onValueChange(next.value)}
    >
      {onClear ? (
        <Clearable label={props['aria-label'] ?? ''} onClear={isClearable ? onClear : undefined}>
          {trigger}
        </Clearable>
      ) : (
        trigger
      )}
      <SearchList label={searchLabel} empty={empty} />
    </Combobox.Root>
  );
};
