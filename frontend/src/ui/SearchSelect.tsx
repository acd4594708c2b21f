import { Combobox } from '@base-ui/react/combobox';
import { Check, Search } from 'lucide-react';
import { usePortalContainer } from './PortalProvider';
import { SelectButton, type SelectButtonProps, type SelectItem } from './SelectList';

interface SearchSelectProps extends SelectButtonProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Called when the list opens. */
  onOpen?: (() => void) | undefined;
  items: readonly SelectItem<string>[];
  searchLabel: string;
  /** The message if nothing matches the typed text. */
  empty: string;
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
  const { value, onValueChange, items, searchLabel, empty, onOpen, look = 'quiet', ...shown } = props;
  const chosen = items.find((item) => item.value === value) ?? null;
  return (
    <Combobox.Root
      items={items}
      value={chosen}
      disabled={shown.disabled}
      autoHighlight
      onOpenChange={(open) => open && onOpen?.()}
      isItemEqualToValue={(a: SelectItem<string>, b: SelectItem<string>) => a.value === b.value}
      onValueChange={(next: SelectItem<string> | null) => next && onValueChange(next.value)}
    >
      <SelectButton {...shown} as={Combobox.Trigger} look={look} icon={chosen?.icon} label={chosen?.label} />
      <SearchList label={searchLabel} empty={empty} />
    </Combobox.Root>
  );
};
