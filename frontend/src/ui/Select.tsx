import { Fragment, use, type MouseEvent, type ReactNode, type Ref } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown, X } from 'lucide-react';
import { cx } from '../lib/cx';
import { styleNonce } from '../lib/nonce';
import { controlsTexts } from '../texts/controls';
import { FieldContext } from './FieldContext';
import { usePortalContainer } from './PortalProvider';
import { quietClass } from './quietClass';

export interface SelectItem<T extends string> {
  value: T;
  label: string;
  /** An icon, a dot or an avatar before the label. */
  icon?: ReactNode;
  disabled?: boolean;
}

interface SelectProps<T extends string> {
  /** '' and null both mean that nothing is chosen yet. */
  value: T | '' | null;
  onValueChange: (value: T) => void;
  items: readonly SelectItem<T>[];
  placeholder?: string;
  onBlur?: () => void;
  disabled?: boolean;
  name?: string;
  /** Needed where no Field gives a label. */
  'aria-label'?: string;
  /** Looks like a form field, like a toolbar's filter that lights up while it is `on`, or like the mere value. */
  look?: 'field' | 'filter' | 'quiet';
  on?: boolean;
  /** Takes a filter away that is on, by a button of its own. */
  onClear?: (() => void) | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

const LOOKS = { field: 'input', filter: 'btn btn-filter', quiet: quietClass } as const;

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
  const container = usePortalContainer();
  const chosen = items.find((item) => item.value === value);
  const isClearable = Boolean(on && onClear);
  const clear = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away with the filter.
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    onClear?.();
  };
  const Box = onClear ? 'span' : Fragment;
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
        <Box {...(onClear && { className: 'relative inline-flex min-w-0' })}>
          <Base.Trigger
            ref={ref}
            id={field?.id}
            aria-label={props['aria-label']}
            aria-labelledby={props['aria-label'] || !field ? undefined : `${field.labelId} ${field.id}`}
            aria-describedby={field?.describedBy}
            aria-invalid={field?.invalid || undefined}
            data-on={look === 'filter' && on ? '' : undefined}
            className={cx(LOOKS[look], isClearable && 'pr-7 pointer-coarse:pr-11', className)}
            onBlur={onBlur}
          >
            {look === 'quiet'
              ? items.some(({ icon }) => icon !== undefined) && (
                  <span className="grid w-5 flex-none place-items-center">{chosen?.icon}</span>
                )
              : chosen?.icon}
            <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')} dir="auto">
              {chosen?.label ?? placeholder}
            </span>
            {!isClearable && (
              <ChevronDown
                className={cx(
                  '-mr-0.5 size-3.5 stroke-2',
                  look === 'quiet' && 'hidden text-ink-3 group-hover/quiet:block group-data-disabled/quiet:hidden',
                )}
              />
            )}
          </Base.Trigger>
          {isClearable && (
            <button
              type="button"
              aria-label={controlsTexts.clearFilter(props['aria-label'] ?? '')}
              className="absolute inset-y-0 right-0 grid w-7 place-items-center rounded-sm text-ink-2 hover:text-ink pointer-coarse:-inset-y-1 pointer-coarse:w-11"
              onClick={clear}
            >
              <X className="size-3.5 stroke-2" />
            </button>
          )}
        </Box>
        <Base.Portal container={container}>
          <Base.Positioner className="z-40 outline-0" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
            <Base.Popup className="pop min-w-(--anchor-width)">
              <Base.List className="menu">
                {items.map((item) => (
                  <Base.Item key={item.value} value={item.value} disabled={item.disabled} className="menu-row">
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
