import { use, type ReactNode, type Ref } from 'react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
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
    className,
    ref,
  } = props;
  const field = use(FieldContext);
  const container = usePortalContainer();
  const chosen = items.find((item) => item.value === value);
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
        <Base.Trigger
          ref={ref}
          id={field?.id}
          aria-label={props['aria-label']}
          aria-labelledby={props['aria-label'] || !field ? undefined : `${field.labelId} ${field.id}`}
          aria-describedby={field?.describedBy}
          aria-invalid={field?.invalid || undefined}
          data-on={look === 'filter' && on ? '' : undefined}
          className={cx(LOOKS[look], className)}
          onBlur={onBlur}
        >
          {look === 'quiet' ? (
            <span className="grid w-5 flex-none place-items-center">{chosen?.icon}</span>
          ) : (
            chosen?.icon
          )}
          <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
          <ChevronDown
            className={cx(
              '-mr-0.5 size-3.5 stroke-2',
              look === 'quiet' &&
                'text-ink-3 opacity-0 group-hover/quiet:opacity-100 group-data-disabled/quiet:opacity-0',
            )}
          />
        </Base.Trigger>
        <Base.Portal container={container}>
          <Base.Positioner className="z-40 outline-0" sideOffset={4} collisionPadding={8} alignItemWithTrigger={false}>
            <Base.Popup className="pop min-w-(--anchor-width)">
              <Base.List className="menu">
                {items.map((item) => (
                  <Base.Item key={item.value} value={item.value} disabled={item.disabled} className="menu-row">
                    {item.icon}
                    <Base.ItemText className="min-w-0 flex-1 truncate">{item.label}</Base.ItemText>
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
