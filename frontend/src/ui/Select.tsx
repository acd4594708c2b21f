import { use, type Ref } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { ChevronDown } from 'lucide-react';
import { cx } from '../lib/cx';
import { styleNonce } from '../lib/nonce';
import { controlsTexts } from '../texts/controls';
import { FieldContext } from './FieldContext';
import { Clearable, clearRoom, LOOKS, type SelectItem, SelectList, type SelectLook } from './SelectList';

interface SelectProps<T extends string> {
  /** '' and null both mean that nothing is chosen yet. */
  value: T | '' | null;
  onValueChange: (value: T) => void;
  items: readonly SelectItem<T>[];
  placeholder?: string;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  /** Required outside of a Field, which has a label. */
  'aria-label'?: string;
  look?: SelectLook;
  on?: boolean;
  /** Removes an active filter, by a separate button. */
  onClear?: (() => void) | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** One value of a list. */
export const Select = <T extends string>(props: SelectProps<T>) => {
  const {
    value,
    onValueChange,
    items,
    placeholder = controlsTexts.choose,
    onBlur,
    disabled,
    name,
    look = 'field',
    on,
    onClear,
    className,
    ref,
  } = props;
  const field = use(FieldContext);
  const chosen = items.find((item) => item.value === value);
  const isClearable = Boolean(on && onClear);
  const trigger = (
    <Base.Trigger
      ref={ref}
      id={field?.id}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] || !field ? undefined : `${field.labelId} ${field.id}`}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      data-on={look === 'filter' && on ? '' : undefined}
      className={cx(LOOKS[look], isClearable && clearRoom, className)}
      onBlur={onBlur}
    >
      {look === 'quiet'
        ? items.some(({ icon }) => icon !== undefined) && (
            <span className="grid w-5 flex-none place-items-center">{chosen?.icon}</span>
          )
        : chosen?.icon}
      <span className={cx('min-w-0 flex-1 truncate text-start', !chosen && 'text-ink-3')} dir="auto">
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
    </Base.Trigger>
  );
  return (
    <CSPProvider nonce={styleNonce()}>
      <Base.Root
        items={items}
        value={chosen ? chosen.value : null}
        name={name}
        disabled={disabled}
        modal={false}
        onValueChange={(next) => next !== null && onValueChange(next)}
      >
        {onClear ? (
          <Clearable label={props['aria-label'] ?? ''} onClear={isClearable ? onClear : undefined}>
            {trigger}
          </Clearable>
        ) : (
          trigger
        )}
        <SelectList items={items} />
      </Base.Root>
    </CSPProvider>
  );
};
