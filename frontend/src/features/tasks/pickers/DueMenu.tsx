import { useId, type KeyboardEvent, type Ref } from 'react';
import { dateTexts as texts } from '../../../texts/date';
import { Button } from '../../../ui/Button';
import { DatePickerPanel } from '../../../ui/DatePickerPanel';
import { ParsedDate } from '../../../ui/ParsedDate';
import { dayFocusTarget } from '../../../ui/MonthGrid';
import { FieldError } from '../../../ui/FieldError';
import { isComposingKey } from '../../../lib/keyboard/typing';

interface DueMenuProps {
  /** Names the field. */
  label: string;
  /** The typed text. */
  text: string;
  onType: (text: string) => void;
  /** Whether it differs from the initial value. */
  isChanged: boolean;
  /** The error of the text that was submitted. */
  fault: string | undefined;
  /** Called with the typed or the chosen text. */
  onTake: (text: string) => void;
  /** Removes the date; null if there is none. */
  onRemove: (() => void) | null;
  ref?: Ref<HTMLInputElement>;
}

const menuOf = (field: Element | null) => field?.closest<HTMLElement>('[data-due-menu]') ?? null;

/** Returns the first shortcut for a date, next to a field. */
export const firstQuickDate = (field: Element | null): HTMLElement | null =>
  menuOf(field)?.querySelector<HTMLElement>('[aria-pressed]') ?? null;

/** Sets a due date: by text, the most common days, a month and a time. */
export const DueMenu = (props: DueMenuProps) => {
  const { label, text, onType, isChanged, fault, onTake, onRemove, ref } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter') onTake(text);
    else if (event.key === 'ArrowDown') dayFocusTarget(menuOf(event.currentTarget))?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div data-due-menu className="grid">
      <div className="grid gap-0.5 border-b border-line p-3 pt-1 pb-2">
        <div className="flex items-center gap-2">
          <input
            ref={ref}
            dir="auto"
            className="h-8 w-full min-w-0 bg-transparent outline-none max-md:h-11 pointer-coarse:text-md"
            aria-label={label}
            aria-describedby={id}
            aria-invalid={fault !== undefined || undefined}
            placeholder={texts.placeholder}
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            onChange={({ target }) => onType(target.value)}
            onFocus={({ target }) => target.select()}
            onKeyDown={onKeyDown}
          />
          {isChanged && text.trim() !== '' && (
            <Button variant="primary" size="sm" aria-label={texts.take} onClick={() => onTake(text)}>
              {texts.takeShort}
            </Button>
          )}
        </div>
        {fault === undefined ? <ParsedDate id={id} text={text} /> : <FieldError id={id}>{fault}</FieldError>}
      </div>
      <div className="grid gap-3 p-3">
        <DatePickerPanel
          value={text}
          onValueChange={onType}
          onPick={onTake}
          end={onRemove && <Button onClick={onRemove}>{texts.remove}</Button>}
        />
      </div>
    </div>
  );
};
