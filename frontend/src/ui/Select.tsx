import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { styleNonce } from '../lib/nonce';
import { controlsTexts } from '../texts/controls';
import { SelectButton, type SelectButtonProps, type SelectItem, SelectList } from './SelectList';

interface SelectProps<T extends string> extends SelectButtonProps {
  /** '' and null both mean that nothing is chosen yet. */
  value: T | '' | null;
  onValueChange: (value: T) => void;
  items: readonly SelectItem<T>[];
  name?: string;
}

/** One value of a list. */
export const Select = <T extends string>({ value, onValueChange, items, name, ...shown }: SelectProps<T>) => {
  const { look = 'field', placeholder = controlsTexts.choose } = shown;
  const chosen = items.find((item) => item.value === value);
  const hasIcons = items.some(({ icon }) => icon !== undefined);
  return (
    <CSPProvider nonce={styleNonce()}>
      <Base.Root
        items={items}
        value={chosen ? chosen.value : null}
        name={name}
        disabled={shown.disabled}
        modal={false}
        onValueChange={(next) => next !== null && onValueChange(next)}
      >
        <SelectButton
          {...shown}
          as={Base.Trigger}
          look={look}
          placeholder={placeholder}
          label={chosen?.label}
          icon={
            look === 'quiet'
              ? hasIcons && <span className="grid w-5 flex-none place-items-center">{chosen?.icon}</span>
              : chosen?.icon
          }
        />
        <SelectList items={items} />
      </Base.Root>
    </CSPProvider>
  );
};
