import { use } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { controlsTexts } from '../texts/controls';
import { FieldContext } from './FieldContext';
import { usePortalContainer } from './PortalProvider';
import { quietClass } from './quietClass';
import type { SelectItem } from './SelectList';

interface SearchSelectProps {
  value: string;
  onValueChange: (value: string) => void;
  items: readonly SelectItem<string>[];
  /** Names the field in which one types. */
  searchLabel: string;
  disabled?: boolean;
}

/** One value of a long list, found by typing. */
export const SearchSelect = ({ value, onValueChange, items, searchLabel, disabled }: SearchSelectProps) => {
  const field = use(FieldContext);
  const container = usePortalContainer();
  const chosen = items.find((item) => item.value === value) ?? null;
  return (
    <Combobox.Root
      items={items}
      value={chosen}
      disabled={disabled}
      autoHighlight
      isItemEqualToValue={(a: SelectItem<string>, b: SelectItem<string>) => a.value === b.value}
      onValueChange={(next: SelectItem<string> | null) => next && onValueChange(next.value)}
    >
      <Combobox.Trigger
        id={field?.id}
        className={quietClass}
        aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
        aria-describedby={field?.describedBy}
        aria-invalid={field?.invalid || undefined}
      >
        {chosen?.icon}
        <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
        <ChevronDown className="-mr-0.5 size-3.5 stroke-2 hidden text-ink-3 group-hover/quiet:block group-data-disabled/quiet:hidden" />
      </Combobox.Trigger>
      <Combobox.Portal container={container}>
        <Combobox.Positioner className="z-40 outline-0" align="start" sideOffset={4} collisionPadding={8}>
          <Combobox.Popup className="pop flex w-64 flex-col" aria-label={searchLabel}>
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search className="text-ink-3" />
              <Combobox.Input
                dir="auto"
                className="h-9 min-w-0 flex-1 bg-transparent outline-0 pointer-coarse:h-11 pointer-coarse:text-md"
                aria-label={searchLabel}
                placeholder={searchLabel}
              />
            </div>
            <Combobox.Empty className="px-3 py-2 text-ink-3 empty:p-0">{controlsTexts.nobodyFound}</Combobox.Empty>
            <Combobox.List className="menu max-h-72 overflow-y-auto empty:hidden">
              {(item: SelectItem<string>) => (
                <Combobox.Item key={item.value} value={item} className="menu-row">
                  {item.icon}
                  <span className="min-w-0 flex-1 truncate">{item.label}</span>
                  <Combobox.ItemIndicator className="inline-flex">
                    <Check />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
