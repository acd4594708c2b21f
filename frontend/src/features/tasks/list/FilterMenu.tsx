import { useState } from 'react';
import { CalendarRange, ChevronLeft } from 'lucide-react';
import { tasksTexts } from '../../../texts/tasks';
import { PickerPopover, type PickerChoice } from '../pickers/PickerPopover';
import type { FilterField } from '../filters/useFilterFields';

interface FilterMenuProps {
  fields: readonly FilterField[];
  anchor: Element | null;
  onClose: () => void;
  /** Called when a range of days is requested. */
  onRange: () => void;
}

const { filters: words } = tasksTexts;
const RANGE = 'range';
const BACK = 'back';

/** Field and value as one. */
const keyOf = (name: string, value: string): string => `${name}:${value}`;

/** A menu of all filters: the fields, then the values of one, of which several can be chosen; or a search of values. */
export const FilterMenu = ({ fields, anchor, onClose, onRange }: FilterMenuProps) => {
  const [name, setName] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const within = fields.find((field) => field.name === name);

  const valuesOf = (field: FilterField): PickerChoice[] =>
    field.items.map(({ value, label, icon }) => ({
      value: keyOf(field.name, value),
      label,
      icon,
      held: field.values.includes(value) ? 'all' : 'none',
    }));
  const names: PickerChoice[] = fields.map((field) => ({
    value: field.name,
    label: field.label,
    icon: field.icon,
    held: 'none',
  }));
  const choices: PickerChoice[] = within
    ? [{ value: BACK, label: words.back, icon: <ChevronLeft />, held: 'none' }, ...valuesOf(within)]
    : [
        ...names,
        { value: RANGE, label: words.between, icon: <CalendarRange />, held: 'none' },
        ...(query.trim() === '' ? [] : fields.flatMap(valuesOf)),
      ];

  const pick = (value: string): void => {
    setQuery('');
    if (value === RANGE) return onRange();
    if (value === BACK) return setName(null);
    const [picked = '', ...rest] = value.split(':');
    const field = fields.find((each) => each.name === picked);
    if (!field || rest.length === 0) return setName(picked);
    const chosen = rest.join(':');
    field.onValuesChange(
      field.values.includes(chosen) ? field.values.filter((each) => each !== chosen) : [...field.values, chosen],
    );
    return undefined;
  };

  return (
    <PickerPopover
      anchor={anchor}
      onClose={onClose}
      multiple
      label={within?.label ?? words.addLabel}
      placeholder={within?.label ?? words.addPlaceholder}
      empty={words.none}
      query={query}
      onQueryChange={setQuery}
      choices={choices}
      onPick={pick}
    />
  );
};
