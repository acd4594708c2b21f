import { use, useId, type ComponentProps, type ElementType, type MouseEvent, type ReactNode, type Ref } from 'react';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown, X } from 'lucide-react';
import { cx } from '../lib/cx';
import { controlsTexts } from '../texts/controls';
import { FieldContext } from './FieldContext';
import { usePortalContainer } from './PortalProvider';
import { inlineFieldClass } from './inlineFieldClass';

export interface SelectItem<T extends string> {
  value: T;
  label: string;
  /** The language of the label, if it is not the page's. */
  lang?: string;
  /** An icon, a dot or an avatar before the label. */
  icon?: ReactNode;
  /** A line below the label. */
  note?: string;
}

/** The styles: a form field, a toolbar's filter that is highlighted while it is on, or the plain value. */
const LOOKS = { field: 'input', filter: 'btn btn-filter', quiet: inlineFieldClass } as const;
type SelectLook = keyof typeof LOOKS;

/** A list with more values than this has a search field. */
export const MANY_ITEMS = 8;

/** The list of a select: one value per line, with a check mark at chosen ones. */
export const SelectList = <T extends string>({ items }: { items: readonly SelectItem<T>[] }) => {
  const container = usePortalContainer();
  const id = useId();
  return (
    <Base.Portal container={container}>
      <Base.Positioner className="z-40 outline-0" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
        <Base.Popup className="pop min-w-(--anchor-width)">
          <Base.List className="menu max-h-[min(var(--available-height),24rem)] overflow-y-auto">
            {items.map((item) => (
              <Base.Item
                key={item.value}
                value={item.value}
                className="menu-row"
                // The note must not be part of the accessible name.
                {...(item.note !== undefined && {
                  'aria-label': item.label,
                  'aria-describedby': `${id}${item.value}`,
                })}
              >
                {item.icon}
                <span className="grid min-w-0 flex-1 text-start">
                  <Base.ItemText dir="auto" lang={item.lang} className="truncate">
                    {item.label}
                  </Base.ItemText>
                  {item.note !== undefined && (
                    <span id={`${id}${item.value}`} className="text-xs text-ink-3">
                      {item.note}
                    </span>
                  )}
                </span>
                <Base.ItemIndicator className="inline-flex">
                  <Check />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
};

interface ClearableProps {
  children: ReactNode;
  /** The name of the filter. */
  label: string;
  /** Removes the filter; undefined while it is off. */
  onClear: (() => void) | undefined;
}

/** The space that the control inside leaves for its ×. */
export const clearButtonPadding = 'pe-7 pointer-coarse:pe-11';

/** A filter's control, with a × at its end that removes the filter while it is on. */
export const Clearable = ({ children, label, onClear }: ClearableProps) => {
  const clear = (event: MouseEvent<HTMLElement>): void => {
    // The button is removed together with the filter.
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=combobox]')?.focus();
    onClear?.();
  };
  return (
    <span className="relative inline-flex min-w-0">
      {children}
      {onClear && (
        <button
          type="button"
          aria-label={controlsTexts.clearFilter(label)}
          className="absolute inset-y-0 end-0 grid w-7 place-items-center rounded-sm text-ink-2 hover:text-ink pointer-coarse:-inset-y-1 pointer-coarse:w-11"
          onClick={clear}
        >
          <X className="size-3.5 stroke-2" />
        </button>
      )}
    </span>
  );
};

/** What a select shows, with or without a search field. */
export interface SelectButtonProps {
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

interface OpenerProps extends SelectButtonProps {
  /** The trigger of the list's kind. */
  as: ElementType<ComponentProps<'button'>>;
  look: SelectLook;
  icon: ReactNode;
  /** The chosen value. */
  label: string | undefined;
}

/** The button that shows the chosen value and opens the list. */
export const SelectButton = ({ as: Trigger, icon, label, placeholder, look, on = false, ...rest }: OpenerProps) => {
  const { onClear, onBlur, className, ref, 'aria-label': name } = rest;
  const field = use(FieldContext);
  const isClearable = on && onClear !== undefined;
  const trigger = (
    <Trigger
      ref={ref}
      id={field?.id}
      className={cx(LOOKS[look], isClearable && clearButtonPadding, className)}
      aria-label={name}
      aria-labelledby={name || !field ? undefined : `${field.labelId} ${field.id}`}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      data-on={look === 'filter' && on ? '' : undefined}
      onBlur={onBlur}
    >
      {icon}
      <span dir="auto" className={cx('min-w-0 flex-1 truncate text-start', label === undefined && 'text-ink-3')}>
        {label ?? placeholder}
      </span>
      {!isClearable && (
        <ChevronDown
          className={cx(
            '-me-0.5 size-3.5 stroke-2',
            look === 'quiet' && 'hidden text-ink-3 group-hover/quiet:block group-data-disabled/quiet:hidden',
          )}
        />
      )}
    </Trigger>
  );
  if (!onClear) return trigger;
  return (
    <Clearable label={name ?? ''} onClear={isClearable ? onClear : undefined}>
      {trigger}
    </Clearable>
  );
};
