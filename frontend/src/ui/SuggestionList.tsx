import type { ReactNode, Ref } from 'react';

interface SuggestionListProps<Option> {
  id: string;
  label: string;
  options: readonly Option[];
  /** The option that Enter takes. */
  active: Option | undefined;
  optionId: (option: Option, index: number) => string;
  onActiveChange: (index: number) => void;
  onPick: (option: Option) => void;
  className: string;
  ref?: Ref<HTMLDivElement>;
  /** The content of an option. */
  children: (option: Option) => ReactNode;
}

/** Suggestions for a text field, which keeps the focus and refers to the active one by `aria-activedescendant`. */
export const SuggestionList = <Option,>(props: SuggestionListProps<Option>) => {
  const { id, label, options, active, optionId, onActiveChange, onPick, className, ref, children } = props;
  return (
    <div ref={ref} id={id} role="listbox" aria-label={label} className={className}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the focused text field handles the keys
        <div
          key={optionId(option, index)}
          id={optionId(option, index)}
          role="option"
          aria-selected={option === active}
          data-highlighted={option === active ? '' : undefined}
          tabIndex={-1}
          className="menu-row cursor-pointer"
          // The text field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActiveChange(index)}
          onClick={() => onPick(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
};
