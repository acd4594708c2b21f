import { use, useId, type ReactNode, type Ref } from 'react';
import { FieldContext } from './FieldContext';

export interface RadioChoice<T extends string> {
  value: T;
  label: string;
  icon?: ReactNode;
  /** Shown next to the label, such as a count. */
  extra?: ReactNode;
  /** Shows only the icon; the label is for screen readers. */
  iconOnly?: boolean;
}

export interface RadioRowProps<T extends string> {
  value: T | null | undefined;
  onValueChange: (value: T) => void;
  choices: readonly RadioChoice<T>[];
  onBlur?: () => void;
  /** The first choice, which gets the focus when a form reports a missing value. */
  ref?: Ref<HTMLInputElement>;
  /** Required outside of a Field, which has a label. */
  'aria-label'?: string;
}

/**
 * Native radio buttons under styled labels, which keep the browser's own arrow keys and single tab stop. The caller
 * sets the style.
 */
export const RadioRow = <T extends string>(
  props: RadioRowProps<T> & { className: string; choiceClassName?: string },
) => {
  const { value, onValueChange, choices, onBlur, ref, className, choiceClassName } = props;
  const name = useId();
  const field = use(FieldContext);
  return (
    <div
      role="radiogroup"
      className={className}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] ? undefined : field?.labelId}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      onBlur={onBlur}
    >
      {choices.map((choice, index) => (
        <label key={choice.value} className={choiceClassName} title={choice.iconOnly ? choice.label : undefined}>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            className="radio-overlay"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onValueChange(choice.value)}
          />
          {choice.icon}
          <span className={choice.iconOnly ? 'sr-only' : 'truncate'}>{choice.label}</span>
          {choice.extra}
        </label>
      ))}
    </div>
  );
};
